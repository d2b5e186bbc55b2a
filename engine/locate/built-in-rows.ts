import type { WorkloadRow } from "./workload-row.ts";

/** The kinds that hold Pod templates, as data. A version `*` is any version of the group, so that old manifests count too. */
export const builtInRows: readonly WorkloadRow[] = [
  { apiVersion: "*", kind: "Pod", template: "." },
  { apiVersion: "*", kind: "PodTemplate", template: "template" },
  { apiVersion: "*", kind: "ReplicationController", template: "spec.template" },
  { apiVersion: "apps/*", kind: "ReplicaSet", template: "spec.template" },
  { apiVersion: "apps/*", kind: "Deployment", template: "spec.template" },
  { apiVersion: "apps/*", kind: "StatefulSet", template: "spec.template" },
  { apiVersion: "apps/*", kind: "DaemonSet", template: "spec.template" },
  { apiVersion: "extensions/*", kind: "ReplicaSet", template: "spec.template" },
  { apiVersion: "extensions/*", kind: "Deployment", template: "spec.template" },
  { apiVersion: "extensions/*", kind: "DaemonSet", template: "spec.template" },
  { apiVersion: "batch/*", kind: "Job", template: "spec.template" },
  { apiVersion: "batch/*", kind: "CronJob", template: "spec.jobTemplate.spec.template" },

  { apiVersion: "apps.openshift.io/*", kind: "DeploymentConfig", template: "spec.template" },
  { apiVersion: "*", kind: "DeploymentConfig", template: "spec.template" },

  { apiVersion: "argoproj.io/*", kind: "Rollout", template: "spec.template" },
  { apiVersion: "argoproj.io/*", kind: "Experiment", template: "spec.templates[*].template" },

  { apiVersion: "serving.knative.dev/*", kind: "Service", template: "spec.template" },
  { apiVersion: "serving.knative.dev/*", kind: "Configuration", template: "spec.template" },

  { apiVersion: "apps.kruise.io/*", kind: "CloneSet", template: "spec.template" },
  { apiVersion: "apps.kruise.io/*", kind: "StatefulSet", template: "spec.template" },
  { apiVersion: "apps.kruise.io/*", kind: "DaemonSet", template: "spec.template" },

  { apiVersion: "kubeflow.org/*", kind: "TFJob", template: "spec.tfReplicaSpecs.*.template" },
  { apiVersion: "kubeflow.org/*", kind: "PyTorchJob", template: "spec.pytorchReplicaSpecs.*.template" },
  { apiVersion: "kubeflow.org/*", kind: "MPIJob", template: "spec.mpiReplicaSpecs.*.template" },
  { apiVersion: "kubeflow.org/*", kind: "XGBoostJob", template: "spec.xgbReplicaSpecs.*.template" },
  { apiVersion: "kubeflow.org/*", kind: "PaddleJob", template: "spec.paddleReplicaSpecs.*.template" },
  { apiVersion: "kubeflow.org/*", kind: "MXJob", template: "spec.mxReplicaSpecs.*.template" },
  { apiVersion: "kubeflow.org/*", kind: "JAXJob", template: "spec.jaxReplicaSpecs.*.template" },

  { apiVersion: "keda.sh/*", kind: "ScaledJob", template: "spec.jobTargetRef.template" },

  { apiVersion: "batch.volcano.sh/*", kind: "Job", template: "spec.tasks[*].template" },
];
