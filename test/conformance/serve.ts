import { isApiAccessMount, servedContainer } from "../../engine/served/container.ts";
import { servedVolume } from "../../engine/served/volume.ts";
import { isJsonObject, type Json, type JsonObject } from "../../engine/json.ts";
import { listOf, objectOf } from "./cases.ts";

/** The volume that the ServiceAccount admission plugin adds to every Pod. */
export const accessVolume: JsonObject = {
  name: "kube-api-access-x7k2p",
  projected: {
    defaultMode: 420,
    sources: [
      { serviceAccountToken: { expirationSeconds: 3607, path: "token" } },
      { configMap: { name: "kube-root-ca.crt", items: [{ key: "ca.crt", path: "ca.crt" }] } },
      {
        downwardAPI: {
          items: [{ path: "namespace", fieldRef: { apiVersion: "v1", fieldPath: "metadata.namespace" } }],
        },
      },
    ],
  },
};

/** Its mount in every container. */
export const accessMount: JsonObject = {
  name: "kube-api-access-x7k2p",
  readOnly: true,
  mountPath: "/var/run/secrets/kubernetes.io/serviceaccount",
};

/** A Pod as an API server would hand it to admission: defaults added, and the ServiceAccount plugin's volume and mounts. */
export function serve(pod: JsonObject): JsonObject {
  const spec = objectOf(pod.spec);
  const served: { [key: string]: Json | undefined } = {
    restartPolicy: "Always",
    dnsPolicy: "ClusterFirst",
    schedulerName: "default-scheduler",
    securityContext: {},
    terminationGracePeriodSeconds: 30,
    ...spec,
    volumes: [...listOf(spec.volumes).map((volume) => servedVolume(objectOf(volume))), accessVolume],
  };
  for (const list of ["initContainers", "containers"]) {
    const containers = listOf(spec[list]);
    if (containers.length > 0) served[list] = containers.map(serveContainer);
  }
  return { ...pod, spec: served };
}

function serveContainer(value: Json): Json {
  if (!isJsonObject(value)) return value;
  const container = servedContainer(value);
  const mounts = listOf(container.volumeMounts);
  return { ...container, volumeMounts: mounts.some(isApiAccessMount) ? mounts : [...mounts, accessMount] };
}
