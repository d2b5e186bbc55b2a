#!/usr/bin/env bash
# Builds the tools that tests run against, in the versions of test/tools/go.mod: kustomize, Helm 3 and 4, and an API server with its
# etcd and controller manager. What is there already, of the same versions and the same Go, is left alone.
# Usage: scripts/tools/build-tools.sh [NAME…]   (default: all; status 3: there is no Go)
# They go into built/ of the cache, which is $PODGRAFT_CACHE, else podgraft/ in the user's cache folder; scripts/tools/built-tools.ts finds them there.
set -euo pipefail
cd "$(dirname "$0")/../.."
module=test/tools
built=${PODGRAFT_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/podgraft}/built

if ! command -v go >/dev/null; then
  echo "There is no Go to build the tools with." >&2
  exit 3
fi
[ "$#" -gt 0 ] || set -- kustomize etcd kube-apiserver kube-controller-manager helm4 helm3

version_of() {
  go -C "$module" list -m -f '{{.Version}}' "$1"
}

# Released binaries carry their version by link flags; without them an API server says v0.0.0 and Helm refuses every chart with a
# kubeVersion, and Helm 3 takes a cluster for Kubernetes 1.20 when it has none to ask.
set_kubernetes_flags() {
  local version variables=k8s.io/component-base/version
  version=$(version_of k8s.io/kubernetes)
  flags="-X $variables.gitVersion=$version -X $variables.gitMajor=1 -X $variables.gitMinor=$(minor_of "$version") -X $variables.gitTreeState=clean"
}

set_helm3_flags() {
  local minor package
  minor=$(minor_of "$(version_of k8s.io/kubernetes)")
  flags="-X helm.sh/helm/v3/internal/version.version=$(version_of helm.sh/helm/v3)"
  for package in pkg/chartutil pkg/lint/rules; do
    flags+=" -X helm.sh/helm/v3/$package.k8sVersionMajor=1 -X helm.sh/helm/v3/$package.k8sVersionMinor=$minor"
  done
}

minor_of() {
  cut -d. -f2 <<<"$1"
}

# describe NAME: sets `package` and `flags`.
describe() {
  flags=
  case $1 in
    kustomize) package=sigs.k8s.io/kustomize/kustomize/v5 ;;
    etcd) package=go.etcd.io/etcd/server/v3 ;;
    kube-apiserver | kube-controller-manager)
      package=k8s.io/kubernetes/cmd/$1
      set_kubernetes_flags
      ;;
    helm4)
      package=helm.sh/helm/v4/cmd/helm
      flags="-X helm.sh/helm/v4/internal/version.version=$(version_of helm.sh/helm/v4)"
      ;;
    helm3)
      package=helm.sh/helm/v3/cmd/helm
      set_helm3_flags
      ;;
    *)
      echo "There is no tool $1 in scripts/tools/build-tools.sh." >&2
      exit 2
      ;;
  esac
}

mkdir -p "$built"
# The first word says what was built, and is what built-tools.ts compares; the rest says by which Go.
stamp="$(cat "$module/go.mod" "$module/go.sum" scripts/tools/build-tools.sh | sha256sum | cut -d' ' -f1) $(go env GOVERSION)"

for name in "$@"; do
  if [ -x "$built/$name" ] && [ "$(cat "$built/$name.stamp" 2>/dev/null)" = "$stamp" ]; then
    continue
  fi
  describe "$name"
  echo "Building $name." >&2
  # Under another name until it is complete: runs side by side, or one cut off, never leave half a tool.
  go -C "$module" build -mod=readonly -buildvcs=false -trimpath -ldflags "-s -w $flags" -o "$built/$name.$$" "$package"
  mv "$built/$name.$$" "$built/$name"
  echo "$stamp" >"$built/$name.stamp"
done
