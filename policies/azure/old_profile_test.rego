package podgraft.azure_test

elsewhere := {"name": "mine", "projected": {"sources": [{"serviceAccountToken": {"path": "azure-identity-token", "audience": "x"}}]}}

test_dangling_mount if {
	decision := decide(spec([{"name": "app"}], [elsewhere]), old)
	edits(decision, "addVolume") == []
	count(edits(decision, "addMount")) == 1
	decision.findings == [{
		"code": "azure.dangling_mount",
		"path": ["spec", "volumes", 0],
		"params": {"volume": "azure-identity-token", "kept": "mine"},
	}]
}

test_dangling_mount_of_a_proxy_container if {
	skip := "app;azwi-proxy-init"
	every names, found in {skip: ["azure.dangling_mount"], "app;azwi-proxy;azwi-proxy-init": []} {
		decision := decide(
			{"pod": {
				"metadata": annotated({key("inject-proxy-sidecar"): "true", key("skip-containers"): names}),
				"spec": {"volumes": [elsewhere]},
			}},
			old,
		)
		codes(decision) == found
	}
}

test_mount_of_a_foreign_volume_does_not_dangle if {
	decision := decide(spec([{"name": "app"}], [elsewhere, {"name": "azure-identity-token", "emptyDir": {}}]), old)
	codes(decision) == ["volume.conflict"]
}

test_duplicate_volume if {
	decision := decide(spec([{"name": "app"}], [{"name": "azure-identity-token", "emptyDir": {}}]), old)
	count(edits(decision, "addVolume")) == 1
	decision.findings == [{
		"code": "azure.duplicate_volume",
		"path": ["spec", "volumes", 0],
		"params": {"volume": "azure-identity-token"},
	}]
}
