package podgraft.azure

decision := {"outcome": "skip", "reason": {"code": "azure.not_selected", "params": {}}, "edits": [], "findings": []}
