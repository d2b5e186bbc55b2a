{{- define "podgraft.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 50 | trimSuffix "-" }}
{{- end }}

{{/* Short enough for the suffixes of names that hold it. */}}
{{- define "podgraft.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" }}
{{- else }}
{{- $name := include "podgraft.name" . }}
{{- if contains $name .Release.Name }}
{{- .Release.Name | trunc 50 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name $name | trunc 50 | trimSuffix "-" }}
{{- end }}
{{- end }}
{{- end }}

{{/* Never change: the Deployment's selector is immutable. */}}
{{- define "podgraft.selectorLabels" -}}
app.kubernetes.io/name: {{ include "podgraft.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: admission
{{- end }}

{{- define "podgraft.labels" -}}
{{- with .Values.commonLabels }}
{{- toYaml . }}
{{ end -}}
{{ include "podgraft.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "podgraft.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}
{{- end }}

{{- define "podgraft.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{ .Values.serviceAccount.name | default (include "podgraft.fullname" .) }}
{{- else -}}
{{ .Values.serviceAccount.name | default "default" }}
{{- end }}
{{- end }}

{{- define "podgraft.configMapName" -}}
{{ .Values.existingConfigMap | default (printf "%s-config" (include "podgraft.fullname" .)) }}
{{- end }}

{{- define "podgraft.certificateSecret" -}}
{{- if eq .Values.certificates.mode "existingSecret" -}}
{{ .Values.certificates.existingSecret.name }}
{{- else -}}
{{ include "podgraft.fullname" . }}-certificate
{{- end }}
{{- end }}

{{- define "podgraft.validatingEnabled" -}}
{{- if or .Values.webhooks.verify.enabled .Values.webhooks.workloads.enabled }}true{{ end }}
{{- end }}

{{/* A duration such as 250ms, 2s or 10m, in milliseconds. */}}
{{- define "podgraft.milliseconds" -}}
{{- if hasSuffix "ms" . }}{{ trimSuffix "ms" . }}
{{- else if hasSuffix "s" . }}{{ mul 1000 (trimSuffix "s" . | int64) }}
{{- else if hasSuffix "m" . }}{{ mul 60000 (trimSuffix "m" . | int64) }}
{{- else }}{{ mul 3600000 (trimSuffix "h" . | int64) }}
{{- end }}
{{- end }}

{{/* Combinations that a schema cannot see, each of which would surprise somebody in the cluster. */}}
{{- define "podgraft.validate" -}}
{{- $webhooks := .Values.webhooks }}
{{- $mode := dig "admission" "mode" "warn" .Values.config | toString }}
{{- range $name := list "verify" "workloads" "mutate" }}
{{- $webhook := get $webhooks $name }}
{{- if and $webhook.enabled (ge (include "podgraft.milliseconds" $.Values.server.deadline | int64) (mul 1000 $webhook.timeoutSeconds)) }}
{{- fail (printf "server.deadline (%s) has to be below webhooks.%s.timeoutSeconds (%v), or the API server gives up before the server answers." $.Values.server.deadline $name $webhook.timeoutSeconds) }}
{{- end }}
{{- end }}
{{- if and .Values.config .Values.existingConfigMap }}
{{- fail "config and existingConfigMap exclude each other: one of them holds podgraft.yaml." }}
{{- end }}
{{- if and (eq $mode "mutate") (or (not $webhooks.mutate.enabled) (ne $webhooks.mutate.namespaces "all")) }}
{{- fail "config.admission.mode is mutate, so Namespaces without a label expect mutation: set webhooks.mutate.enabled to true and webhooks.mutate.namespaces to all." }}
{{- end }}
{{- if and (eq .Values.certificates.mode "existingSecret") (not .Values.certificates.existingSecret.name) }}
{{- fail "certificates.mode is existingSecret: name the Secret in certificates.existingSecret.name." }}
{{- end }}
{{- if and .Values.module.file (not .Values.module.digest) }}
{{- fail "module.file needs module.digest, the sha256:… of the module that you mean." }}
{{- end }}
{{- end }}
