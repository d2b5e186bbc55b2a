package podgraft.main_test

import data.podgraft.main

# A Pod of a ServiceAccount that is not known is enough to see which providers answer.
answering(providers) := object.keys(decisions) if {
	decisions := main.decisions with input as {
		"evaluate": providers,
		"pod": {"metadata": {}, "spec": {"serviceAccountName": "orders"}},
		"namespace": {"name": "shop", "labels": {}},
		"serviceAccount": {"name": "orders", "found": null, "metadata": {}},
	}
		with data.settings as {"aws": {}, "azure": {}, "gcp": {}, "alibaba": {"profile": "0.4.2"}}
}

test_only_the_providers_that_are_asked_for_answer if {
	answering([]) == set()
	every provider in ["aws", "azure", "gcp", "alibaba"] { answering([provider]) == {provider} }
	answering(["azure", "alibaba"]) == {"azure", "alibaba"}
}
