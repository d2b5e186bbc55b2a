package podgraft.gcp

decision := {"outcome": "skip", "reason": {"code": "gcp.not_selected", "params": {}}, "edits": [], "findings": []}
