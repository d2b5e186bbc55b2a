package podgraft.aws

_findings := []
