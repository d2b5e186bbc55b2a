# METADATA
# title: Reading a Pod
# description: What the providers' rules share when they look at a Pod; absent and null lists are empty lists.
package podgraft.lib.pod

# METADATA
# title: The Pod's spec
# description: An empty object where it is absent.
spec := object_member(input.pod, "spec")

# METADATA
# title: The Pod's metadata
# description: An empty object where it is absent.
metadata := object_member(input.pod, "metadata")

# METADATA
# title: The Pod's labels
# description: An empty object where they are absent or null.
labels := object_member(metadata, "labels")

# METADATA
# title: The Pod's annotations
# description: An empty object where they are absent or null.
annotations := object_member(metadata, "annotations")

# METADATA
# title: The ServiceAccount's annotations
# description: Empty unless the ServiceAccount is known to exist.
service_account_annotations := object_member(input.serviceAccount.metadata, "annotations") if {
	input.serviceAccount.found == true
} else := {}

# METADATA
# title: The Pod's init containers
# description: An empty list where they are absent or null.
init_containers := list(spec, "initContainers")

# METADATA
# title: The Pod's regular containers
# description: An empty list where they are absent or null.
containers := list(spec, "containers")

# METADATA
# title: The Pod's volumes
# description: An empty list where they are absent or null.
volumes := list(spec, "volumes")

# METADATA
# title: A list member of an object
# description: The list under `key`, or [] where it is absent or null.
list(holder, key) := value if {
	value := holder[key]
	is_array(value)
} else := []

# METADATA
# title: An object member of an object
# description: The object under `key`, or {} where it is absent or null.
object_member(holder, key) := value if {
	value := holder[key]
	is_object(value)
} else := {}

# METADATA
# title: Every container that may be edited by a provider
# description: |
#   Init containers first, then regular ones, each `{"list", "container", "value"}`; without those in `skipped` (a set or list of names)
#   and without those that an enabled provider declares to add, unless they are the provider's `own` and it injects them as well.
targets(own, skipped) := [{"list": list_name, "container": index, "value": container} |
	some list_name in ["initContainers", "containers"]
	some index, container in list(spec, list_name)
	name := object.get(container, "name", "")
	not name in skipped
	not _is_protected(own, name)
]

_is_protected(own, name) if {
	is_declared(name)
	not name in own
}

# METADATA
# title: Whether an enabled provider declares to add a container of this name
# description: Such a container is in the Pod already, or may still be added.
is_declared(name) if {
	some names in input.declared
	name in names
}
