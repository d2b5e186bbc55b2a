import { apiGroup } from "./api-version.ts";

/** Kinds by API group whose operator builds the Pod: no manifest holds it, so only admission meets it. */
const unreachableKinds: { readonly [group: string]: readonly string[] } = {
  "argoproj.io": [
    "Workflow",
    "WorkflowTemplate",
    "ClusterWorkflowTemplate",
    "CronWorkflow",
    "Sensor",
    "EventSource",
    "EventBus",
  ],
  "build.openshift.io": ["Build", "BuildConfig"],
  "core.strimzi.io": ["StrimziPodSet"],
  "flink.apache.org": ["FlinkDeployment", "FlinkSessionJob"],
  "jaegertracing.io": ["Jaeger"],
  "kafka.strimzi.io": [
    "Kafka",
    "KafkaBridge",
    "KafkaConnect",
    "KafkaConnectS2I",
    "KafkaMirrorMaker",
    "KafkaMirrorMaker2",
    "KafkaNodePool",
  ],
  "monitoring.coreos.com": ["Alertmanager", "Prometheus", "PrometheusAgent", "ThanosRuler"],
  "opentelemetry.io": ["OpenTelemetryCollector"],
  "postgresql.cnpg.io": ["Cluster", "Pooler"],
  "sparkoperator.k8s.io": ["ScheduledSparkApplication", "SparkApplication"],
  "tekton.dev": ["ClusterTask", "Pipeline", "PipelineRun", "StepAction", "Task", "TaskRun"],
  "triggers.tekton.dev": ["EventListener", "TriggerTemplate"],
};

/** Whether the Pods of this kind are built by an operator, out of a manifest's reach. */
export function isUnreachable(apiVersion: string, kind: string): boolean {
  const group = apiGroup(apiVersion);
  return Object.hasOwn(unreachableKinds, group) && unreachableKinds[group]?.includes(kind) === true;
}
