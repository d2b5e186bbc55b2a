# METADATA
# title: Reading a Pod
# description: What the providers' rules share when they look at a Pod; absent and null lists are empty lists.
package podgraft.lib.pod

# METADATA
# title: The Pod's spec and metadata
spec := _object(object.get(input.pod, "spec", {}))

metadata := _object(object.get(input.pod, "metadata", {}))

# METADATA
# title: The Pod's labels and annotations
labels := _object(object.get(metadata, "labels", {}))

annotations := _object(object.get(metadata, "annotations", {}))

# METADATA
# title: The ServiceAccount's annotations
# description: Empty unless the ServiceAccount is known to exist.
service_account_annotations := _object(object.get(input.serviceAccount.metadata, "annotations", {})) if {
	input.serviceAccount.found == true
}

service_account_annotations := {} if not input.serviceAccount.found == true

# METADATA
# title: The Pod's lists
init_containers := list(spec, "initContainers")

containers := list(spec, "containers")

volumes := list(spec, "volumes")

# METADATA
# title: A list member of an object
# description: The list under `key`, or [] where it is absent or null.
list(object_, key) := value if {
	value := object_[key]
	is_array(value)
}

list(object_, key) := [] if not is_array(object.get(object_, key, null))

# METADATA
# title: Every container that may be edited by a provider
# description: |
#   Init containers first, then regular ones, each `{"list", "container", "value"}`; without those in `skipped` (a set of names) and
#   without those that another enabled provider declares to add.
targets(provider, skipped) := [{"list": list_name, "container": index, "value": container} |
	some list_name in ["initContainers", "containers"]
	some index, container in list(spec, list_name)
	not object.get(container, "name", "") in skipped
	not protected(provider, object.get(container, "name", ""))
]

# METADATA
# title: Whether another enabled provider declares to add a container of this name
protected(provider, name) if {
	some other, names in input.declared
	other != provider
	name in names
}

_object(value) := value if is_object(value)

_object(value) := {} if not is_object(value)
