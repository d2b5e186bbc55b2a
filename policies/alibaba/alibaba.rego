package podgraft.alibaba

decision := {"outcome": "skip", "reason": {"code": "alibaba.not_selected", "params": {}}, "edits": [], "findings": []}
