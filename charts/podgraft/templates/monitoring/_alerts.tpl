{{/* The alerts. Every one has a section of its name in docs/runbook.md. Summaries may use Prometheus' own templates, hence the raw texts. */}}
{{- define "podgraft.alerts" -}}
{{- $fullname := include "podgraft.fullname" . -}}
- alert: PodgraftDown
  severity: critical
  for: 5m
  expr: absent(podgraft_build_info{namespace="{{ .Release.Namespace }}"})
  summary: No replica of Podgraft answers. Pods are created unchecked, or not at all, as failurePolicy says.
- alert: PodgraftReplicasMissing
  severity: warning
  for: 15m
  expr: kube_deployment_status_replicas_available{namespace="{{ .Release.Namespace }}", deployment="{{ $fullname }}"} < kube_deployment_spec_replicas{namespace="{{ .Release.Namespace }}", deployment="{{ $fullname }}"}
  summary: Fewer replicas of Podgraft are available than asked for.
{{- if .Values.webhooks.verify.enabled }}
- alert: PodgraftWebhookMissing
  severity: critical
  for: 5m
  expr: absent(kube_validatingwebhookconfiguration_info{validatingwebhookconfiguration="{{ $fullname }}"}) and on() kube_validatingwebhookconfiguration_info
  summary: The ValidatingWebhookConfiguration of Podgraft is gone. Pods are created unchecked.
{{- end }}
- alert: PodgraftUnreachable
  severity: critical
  for: 5m
  expr: sum(rate(apiserver_admission_webhook_fail_open_count{name=~"(verify|mutate).podgraft.dev"}[5m])) > 0 or sum(rate(apiserver_admission_webhook_rejection_count{name=~"(verify|mutate).podgraft.dev", error_type="calling_webhook_error"}[5m])) > 0
  summary: API servers call Podgraft and get no answer.
- alert: PodgraftAllowedDespiteFailure
  severity: warning
  for: 0m
  expr: sum by (code) (increase(podgraft_failures_total{allowed="true"}[10m])) > 0
  summary: {{ `'Objects were let through although their review failed ({{ $labels.code }}): the configuration says allow, or the mode refuses nothing.'` }}
- alert: PodgraftFailures
  severity: warning
  for: 5m
  expr: sum by (code) (increase(podgraft_failures_total[10m])) > 0
  summary: {{ `'Reviews of Podgraft fail ({{ $labels.code }}).'` }}
- alert: PodgraftLookupsFail
  severity: warning
  for: 5m
  expr: sum by (object, source) (increase(podgraft_lookups_total{source!~"cache|live"}[10m])) > 0
  summary: {{ `'Podgraft cannot obtain a {{ $labels.object }} ({{ $labels.source }}).'` }}
- alert: PodgraftCacheStale
  severity: warning
  for: 2m
  expr: max by (pod, object) (podgraft_cache_age_seconds) > 120
  summary: {{ `'The cache of {{ $labels.object }} in {{ $labels.pod }} is {{ $value | humanizeDuration }} old: its watch is broken.'` }}
- alert: PodgraftCertificateExpires
  severity: critical
  for: 15m
  expr: min by (pod) (podgraft_certificate_expiry_timestamp_seconds) - time() < 7 * 24 * 3600
  summary: {{ `'The serving certificate of {{ $labels.pod }} ends in {{ $value | humanizeDuration }}, and nobody has renewed it.'` }}
- alert: PodgraftConfigurationRefused
  severity: warning
  for: 0m
  expr: sum by (pod) (increase(podgraft_config_reload_failures_total[15m])) > 0
  summary: {{ `'{{ $labels.pod }} refuses the present podgraft.yaml and goes on with the last good one.'` }}
- alert: PodgraftReplicasDiffer
  severity: warning
  for: 15m
  expr: count(count by (version, config_digest, module_digest) (podgraft_build_info)) > 1
  summary: Replicas of Podgraft run different versions, configurations or rules.
- alert: PodgraftSlow
  severity: warning
  for: 10m
  expr: histogram_quantile(0.99, sum by (le) (rate(podgraft_review_duration_seconds_bucket[5m]))) > 0.5
  summary: One review in a hundred takes longer than half a second.
- alert: PodgraftTurnsAway
  severity: warning
  for: 5m
  expr: sum by (status) (increase(podgraft_rejected_requests_total[10m])) > 5
  summary: {{ `'Podgraft turns requests away with status {{ $labels.status }}.'` }}
- alert: PodgraftDenies
  severity: info
  for: 15m
  expr: sum by (provider, reason) (increase(podgraft_decisions_total{outcome="deny"}[15m])) > 0 or sum(increase(podgraft_reviews_total{outcome="denied"}[15m])) > 10
  summary: Podgraft refuses Pods, again and again.
- alert: PodgraftBreakGlass
  severity: warning
  for: 0m
  expr: sum(increase(podgraft_reviews_total{outcome="released"}[15m])) > 0
  summary: Pods are let through by a Namespace's label podgraft.dev/break-glass.
{{- end }}
