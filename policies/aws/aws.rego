package podgraft.aws

decision := {"outcome": "skip", "reason": {"code": "aws.not_selected", "params": {}}, "edits": [], "findings": []}
