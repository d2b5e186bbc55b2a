{{/* Where CA bundles come from, for injectors. */}}
{{- define "podgraft.webhookAnnotations" -}}
{{- $own := dict }}
{{- if eq .Values.certificates.mode "certManager" }}
{{- $_ := set $own "cert-manager.io/inject-ca-from" (printf "%s/%s" .Release.Namespace (include "podgraft.fullname" .)) }}
{{- else if eq .Values.certificates.mode "serviceCa" }}
{{- $_ := set $own "service.beta.openshift.io/inject-cabundle" "true" }}
{{- end }}
{{- with merge $own .Values.webhooks.annotations -}}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* (dict "context" $ "path" "/verify") */}}
{{- define "podgraft.clientConfig" -}}
clientConfig:
  service:
    namespace: {{ .context.Release.Namespace }}
    name: {{ include "podgraft.fullname" .context }}
    path: {{ .path }}
    port: {{ .context.Values.service.port }}
  {{- if eq .context.Values.certificates.mode "existingSecret" }}
  {{- with .context.Values.certificates.existingSecret.caBundle }}
  caBundle: {{ . | b64enc }}
  {{- end }}
  {{- end }}
{{- end }}

{{/* (dict "context" $ "modes" list of matchExpressions on the mode's label) */}}
{{- define "podgraft.namespaceSelector" -}}
namespaceSelector:
  matchExpressions:
    # The API server sets this label itself; nobody can take it on or off.
    - key: kubernetes.io/metadata.name
      operator: NotIn
      values: {{ append .context.Values.webhooks.excludedNamespaces .context.Release.Namespace | uniq | toJson }}
    {{- toYaml .modes | nindent 4 }}
    {{- if .context.Values.openshift.excludeRunLevels }}
    - key: openshift.io/run-level
      operator: NotIn
      values: ["0", "1"]
    {{- end }}
    {{- with .context.Values.webhooks.namespaceMatchExpressions }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end }}

{{/* Off is left out here, and not only by the server, so that it helps while the server is down. */}}
{{- define "podgraft.modes" -}}
{{- if eq . "labelled" }}
- key: podgraft.dev/mode
  operator: Exists
{{- end }}
- key: podgraft.dev/mode
  operator: NotIn
  values: ["off"]
{{- end }}

{{/* Mirror Pods stand for static ones, which run whatever is answered. The API server keeps ServiceAccounts and their tokens out of them,
     whoever sets the annotation, so that it opens no way around the webhook. */}}
{{- define "podgraft.notMirrorPod" -}}
- name: not-a-mirror-pod
  expression: >-
    !(has(object.metadata.annotations) && 'kubernetes.io/config.mirror' in object.metadata.annotations)
{{- end }}
