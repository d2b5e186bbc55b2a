// Generated from policies/schema/config.json by scripts/generate-config.ts. Do not edit.
import type { Schema } from "../schema/schema.ts";

/** The JSON Schema of podgraft.yaml. */
export const configSchema: Schema = {
  "$schema": "http://json-schema.org/draft-07/schema#",
  "$id": "https://podgraft.dev/schema/v1alpha1/config.json",
  "title": "Podgraft configuration",
  "description": "podgraft.yaml. Maps of an extended file, an environment and --set are merged key by key, lists are replaced.",
  "type": "object",
  "properties": {
    "apiVersion": {
      "type": "string",
      "description": "Version of this schema.",
      "enum": [
        "podgraft.dev/v1alpha1"
      ]
    },
    "kind": {
      "type": "string",
      "description": "Always Config.",
      "enum": [
        "Config"
      ]
    },
    "metadata": {
      "type": "object",
      "description": "Ignored; lets tools that want a Kubernetes object read the file.",
      "additionalProperties": true
    },
    "extends": {
      "type": "string",
      "description": "File that this one builds on, relative to this file.",
      "minLength": 1
    },
    "preset": {
      "type": "string",
      "description": "Settings of a known platform, below all others.",
      "enum": [
        "eks",
        "aks",
        "ack",
        "openshift-aws",
        "openshift-azure",
        "openshift-gcp",
        "kops"
      ]
    },
    "providers": {
      "type": "object",
      "description": "Settings by provider; a provider that is absent is off.",
      "properties": {
        "aws": {
          "type": [
            "object",
            "null"
          ],
          "description": "Amazon Web Services. Present: on; `{}` takes every default; `null` switches off what a preset or extended file turned on.",
          "properties": {
            "profile": {
              "type": "string",
              "description": "Which release of the official webhook to agree with.",
              "enum": [
                "0.6.17"
              ],
              "default": "0.6.17"
            },
            "annotationPrefix": {
              "type": "string",
              "description": "Prefix of the annotations that the rules read.",
              "default": "eks.amazonaws.com",
              "$comment": "upstream: --annotation-prefix"
            },
            "tokenAudience": {
              "type": "string",
              "description": "Audience of the token where the ServiceAccount names none.",
              "default": "sts.amazonaws.com",
              "$comment": "upstream: --token-audience"
            },
            "tokenMountPath": {
              "type": "string",
              "description": "Directory in the container where the token is mounted.",
              "default": "/var/run/secrets/eks.amazonaws.com/serviceaccount",
              "$comment": "upstream: --token-mount-path"
            },
            "tokenExpiration": {
              "type": "integer",
              "description": "Token lifetime in seconds where neither Pod nor ServiceAccount names one; less than 600 is raised to 600.",
              "minimum": -9007199254740991,
              "maximum": 9007199254740991,
              "default": 86400,
              "$comment": "upstream: --token-expiration"
            },
            "awsDefaultRegion": {
              "type": "string",
              "description": "Region for AWS_DEFAULT_REGION and AWS_REGION; empty: the variables are not set.",
              "default": "",
              "$comment": "upstream: --aws-default-region"
            },
            "stsRegionalEndpoint": {
              "type": "boolean",
              "description": "Whether containers are told to use the regional STS endpoint where the ServiceAccount does not say.",
              "default": false,
              "$comment": "upstream: --sts-regional-endpoint"
            },
            "watchConfigMap": {
              "type": "boolean",
              "description": "Whether `configMap` is read for ServiceAccounts without a role.",
              "default": false,
              "$comment": "upstream: --watch-config-map"
            },
            "configMap": {
              "type": "object",
              "description": "Roles by `namespace/serviceAccount` (or `*/serviceAccount`), as in the ConfigMap pod-identity-webhook: RoleARN, Audience, UseRegionalSTS, TokenExpiration.",
              "additionalProperties": true,
              "default": {},
              "$comment": "upstream: data.config of ConfigMap pod-identity-webhook"
            },
            "composeRoleArn": {
              "type": "boolean",
              "description": "Whether a role-arn annotation without `arn:` is a role name, completed with the account of `instanceIdentity`.",
              "default": false,
              "$comment": "upstream: --compose-role-arn"
            },
            "instanceIdentity": {
              "type": [
                "object",
                "null"
              ],
              "description": "Account and region of the cluster, needed by `composeRoleArn`.",
              "properties": {
                "accountId": {
                  "type": "string",
                  "description": "AWS account number, 12 digits.",
                  "pattern": "^[0-9]{12}$"
                },
                "region": {
                  "type": "string",
                  "description": "AWS region; its prefix decides the partition.",
                  "minLength": 1
                }
              },
              "additionalProperties": false,
              "required": [
                "accountId",
                "region"
              ],
              "$comment": "upstream: EC2 instance metadata",
              "default": null
            },
            "containerCredentials": {
              "type": "object",
              "description": "EKS Pod Identity: container credentials instead of web identity.",
              "properties": {
                "identities": {
                  "type": "array",
                  "description": "ServiceAccounts that get container credentials; exact names.",
                  "items": {
                    "type": "object",
                    "description": "One ServiceAccount.",
                    "properties": {
                      "namespace": {
                        "type": "string",
                        "description": "Namespace, exact."
                      },
                      "serviceAccount": {
                        "type": "string",
                        "description": "ServiceAccount, exact; empty matches a Pod that names none."
                      }
                    },
                    "additionalProperties": false,
                    "required": [
                      "namespace",
                      "serviceAccount"
                    ]
                  },
                  "default": [],
                  "$comment": "upstream: file of --watch-container-credentials-config"
                },
                "audience": {
                  "type": "string",
                  "description": "Audience of the token.",
                  "default": "pods.eks.amazonaws.com",
                  "$comment": "upstream: --container-credentials-audience"
                },
                "tokenMountPath": {
                  "type": "string",
                  "description": "Directory in the container where the token is mounted.",
                  "default": "/var/run/secrets/pods.eks.amazonaws.com/serviceaccount",
                  "$comment": "upstream: --container-credentials-token-mount-path"
                },
                "tokenVolumeName": {
                  "type": "string",
                  "description": "Name of the token volume.",
                  "default": "eks-pod-identity-token",
                  "$comment": "upstream: --container-credentials-token-volume-name"
                },
                "tokenPath": {
                  "type": "string",
                  "description": "File name of the token under the mount path.",
                  "default": "eks-pod-identity-token",
                  "$comment": "upstream: --container-credentials-token-path"
                },
                "fullUri": {
                  "type": "string",
                  "description": "Where the agent answers credential requests.",
                  "default": "http://169.254.170.23/v1/credentials",
                  "$comment": "upstream: --container-credentials-full-uri"
                }
              },
              "additionalProperties": false,
              "default": {}
            },
            "serviceAccountLookupGracePeriod": {
              "type": "string",
              "description": "How long the official webhook waits for a ServiceAccount, as a Go duration; accepted so that its flags can be copied, of no effect here.",
              "default": "0",
              "$comment": "upstream: --service-account-lookup-grace-period"
            },
            "jitter": {
              "type": "string",
              "description": "Lifetime of a container-credentials token that would be 86400 s: `stable` takes a value between 79200 and 86400 from namespace and owner, `pinned` always 79200.",
              "enum": [
                "stable",
                "pinned"
              ],
              "default": "stable"
            }
          },
          "additionalProperties": false
        },
        "azure": {
          "type": [
            "object",
            "null"
          ],
          "description": "Microsoft Azure. Present: on; `azureTenantId` is required; `null` switches off what a preset or extended file turned on.",
          "properties": {
            "profile": {
              "type": "string",
              "description": "Which release of the official webhook to agree with.",
              "enum": [
                "1.6.0",
                "1.5.1"
              ],
              "default": "1.6.0"
            },
            "azureTenantId": {
              "type": "string",
              "description": "Tenant where the ServiceAccount names none; required.",
              "default": "",
              "$comment": "upstream: AZURE_TENANT_ID"
            },
            "azureEnvironment": {
              "type": "string",
              "description": "Azure cloud: AzurePublicCloud, AzureUSGovernmentCloud, AzureChinaCloud or AzureGermanCloud, in any letter case.",
              "default": "AzurePublicCloud",
              "$comment": "upstream: AZURE_ENVIRONMENT"
            },
            "proxyImage": {
              "type": "string",
              "description": "Image of the proxy sidecar; empty: Microsoft's image of the profile's release.",
              "default": "",
              "$comment": "upstream: PROXY_IMAGE"
            },
            "proxyInitImage": {
              "type": "string",
              "description": "Image of the proxy's init container; empty: Microsoft's image of the profile's release.",
              "default": "",
              "$comment": "upstream: PROXY_INIT_IMAGE"
            },
            "audience": {
              "type": "string",
              "description": "Audience of the token; empty: api://AzureADTokenExchange.",
              "default": "",
              "$comment": "upstream: --audience"
            },
            "logLevel": {
              "type": "string",
              "description": "Log level that the proxy is started with.",
              "enum": [
                "",
                "info",
                "debug",
                "trace",
                "all"
              ],
              "default": "",
              "$comment": "upstream: --log-level"
            },
            "kubernetesVersion": {
              "type": "string",
              "description": "GitVersion of the API server, such as v1.34.0; from 1.32 the proxy is a native sidecar.",
              "default": "",
              "$comment": "upstream: GitVersion of the API server"
            },
            "mutatingWebhookNamespaceSelector": {
              "type": "object",
              "description": "Label selector that the Pod's Namespace must satisfy.",
              "properties": {
                "matchLabels": {
                  "type": "object",
                  "description": "Labels that must have these values.",
                  "additionalProperties": {
                    "type": "string"
                  }
                },
                "matchExpressions": {
                  "type": "array",
                  "description": "Requirements that must all hold.",
                  "items": {
                    "type": "object",
                    "description": "One requirement.",
                    "properties": {
                      "key": {
                        "type": "string",
                        "description": "Label key.",
                        "minLength": 1
                      },
                      "operator": {
                        "type": "string",
                        "description": "Relation of the label to the values.",
                        "enum": [
                          "In",
                          "NotIn",
                          "Exists",
                          "DoesNotExist"
                        ]
                      },
                      "values": {
                        "type": "array",
                        "description": "Values for In and NotIn; absent for Exists and DoesNotExist.",
                        "items": {
                          "type": "string"
                        }
                      }
                    },
                    "additionalProperties": false,
                    "required": [
                      "key",
                      "operator"
                    ]
                  }
                }
              },
              "additionalProperties": false,
              "default": {},
              "$comment": "upstream: chart value mutatingWebhookNamespaceSelector"
            },
            "customTokenEndpointAnnotationSuffix": {
              "type": "string",
              "description": "Profile 1.6.0: the Pod annotation `use-<suffix>` selects the custom token endpoint; needs customTokenEndpointAudience.",
              "default": "",
              "$comment": "upstream: --custom-token-endpoint-annotation-suffix"
            },
            "customTokenEndpointAudience": {
              "type": "string",
              "description": "Profile 1.6.0: audience of the token for the custom endpoint; needs customTokenEndpointAnnotationSuffix.",
              "default": "",
              "$comment": "upstream: --custom-token-endpoint-audience"
            },
            "azureKubernetesTokenProxy": {
              "type": "string",
              "description": "Profile 1.6.0: URL of the custom token endpoint.",
              "default": "",
              "$comment": "upstream: AZURE_KUBERNETES_TOKEN_PROXY"
            },
            "azureKubernetesSniName": {
              "type": "string",
              "description": "Profile 1.6.0: server name for TLS to the custom token endpoint.",
              "default": "",
              "$comment": "upstream: AZURE_KUBERNETES_SNI_NAME"
            },
            "azureKubernetesCaData": {
              "type": "string",
              "description": "Profile 1.6.0: CA of the custom token endpoint as data; at most one CA source.",
              "default": "",
              "$comment": "upstream: AZURE_KUBERNETES_CA_DATA"
            },
            "azureKubernetesCaConfigmapName": {
              "type": "string",
              "description": "Profile 1.6.0: ConfigMap with the CA under ca.crt; at most one CA source.",
              "default": "",
              "$comment": "upstream: AZURE_KUBERNETES_CA_CONFIGMAP_NAME"
            },
            "azureKubernetesCaCtbSignerName": {
              "type": "string",
              "description": "Profile 1.6.0: signer of the ClusterTrustBundles with the CA; at most one CA source.",
              "default": "",
              "$comment": "upstream: AZURE_KUBERNETES_CA_CTB_SIGNER_NAME"
            },
            "azureKubernetesCaCtbLabelSelector": {
              "type": "string",
              "description": "Profile 1.6.0: label selector for the ClusterTrustBundles, as JSON text; needs azureKubernetesCaCtbSignerName.",
              "default": "",
              "$comment": "upstream: AZURE_KUBERNETES_CA_CTB_LABEL_SELECTOR"
            },
            "acceptEquivalentLayout": {
              "type": "boolean",
              "description": "Whether verification accepts a complete layout under other volume names and paths, as rendered where the Pod's name is not known.",
              "default": true
            }
          },
          "additionalProperties": false
        },
        "gcp": {
          "type": [
            "object",
            "null"
          ],
          "description": "Google Cloud. Present: on; `{}` takes every default; `null` switches off what a preset or extended file turned on.",
          "properties": {
            "profile": {
              "type": "string",
              "description": "Which release of the official webhook to agree with.",
              "enum": [
                "0.7.0",
                "next"
              ],
              "default": "0.7.0"
            },
            "annotationPrefix": {
              "type": "string",
              "description": "Prefix of the annotations that the rules read and write.",
              "default": "cloud.google.com",
              "$comment": "upstream: --annotation-prefix"
            },
            "tokenAudience": {
              "type": "string",
              "description": "Audience of the token where the ServiceAccount names none.",
              "default": "sts.googleapis.com",
              "$comment": "upstream: --token-audience"
            },
            "tokenExpiration": {
              "type": "string",
              "description": "Token lifetime where neither Pod nor ServiceAccount names one, as a Go duration such as 24h or 90m; less than an hour is raised to an hour.",
              "default": "24h",
              "$comment": "upstream: --token-expiration"
            },
            "gcpDefaultRegion": {
              "type": "string",
              "description": "Value of CLOUDSDK_COMPUTE_REGION.",
              "default": "",
              "$comment": "upstream: --gcp-default-region"
            },
            "gcloudImage": {
              "type": "string",
              "description": "Image of the gcloud-setup init container.",
              "default": "gcr.io/google.com/cloudsdktool/google-cloud-cli:stable",
              "$comment": "upstream: --gcloud-image"
            },
            "tokenDefaultMode": {
              "type": "integer",
              "description": "File mode of the token, decimal (288 is 0440).",
              "minimum": 0,
              "maximum": 511,
              "default": 288,
              "$comment": "upstream: --token-default-mode"
            },
            "setupContainerResources": {
              "type": "string",
              "description": "ResourceRequirements of the gcloud-setup container as JSON text.",
              "default": "",
              "$comment": "upstream: --setup-container-resources"
            },
            "defaultInjectionMode": {
              "type": "string",
              "description": "Profile next: mode where the ServiceAccount names none; profile 0.7.0 always takes gcloud.",
              "enum": [
                "direct",
                "gcloud"
              ],
              "default": "direct",
              "$comment": "upstream: --default-injection-mode"
            }
          },
          "additionalProperties": false
        },
        "alibaba": {
          "type": [
            "object",
            "null"
          ],
          "description": "Alibaba Cloud. Present: on; `accountUid` and one of `clusterId` and `oidcProviderArn` are required; `null` switches off what a preset or extended file turned on.",
          "properties": {
            "profile": {
              "type": "string",
              "description": "Which release of the official add-on to agree with.",
              "enum": [
                "0.4.2",
                "0.1.1"
              ],
              "default": "0.4.2"
            },
            "accountUid": {
              "type": "string",
              "description": "Number of the Alibaba Cloud account; required.",
              "default": "",
              "$comment": "upstream: account of the cluster"
            },
            "clusterId": {
              "type": "string",
              "description": "ID of the ACK cluster; required unless oidcProviderArn is set.",
              "default": "",
              "$comment": "upstream: cluster ID"
            },
            "oidcProviderArn": {
              "type": "string",
              "description": "ARN of the RRSA OIDC provider; empty: acs:ram::<accountUid>:oidc-provider/ack-rrsa-<clusterId>.",
              "default": "",
              "$comment": "upstream: RRSA OIDC provider ARN"
            },
            "region": {
              "type": "string",
              "description": "Region for the STS variables; empty: they are not set. Profile 0.4.2.",
              "default": "",
              "$comment": "upstream: region of the cluster"
            },
            "autoInjectSTSEnvVars": {
              "type": "boolean",
              "description": "Whether the STS and VPC variables are set without an annotation. Profile 0.4.2.",
              "default": true,
              "$comment": "upstream: AutoInjectSTSEnvVars"
            }
          },
          "additionalProperties": false
        }
      },
      "additionalProperties": false,
      "default": {}
    },
    "order": {
      "type": "array",
      "description": "Order in which the providers see a Pod; those not named follow in the order aws, azure, gcp, alibaba.",
      "items": {
        "type": "string",
        "description": "Provider.",
        "enum": [
          "aws",
          "azure",
          "gcp",
          "alibaba"
        ]
      },
      "uniqueItems": true,
      "default": [
        "aws",
        "azure",
        "gcp",
        "alibaba"
      ]
    },
    "environments": {
      "type": "object",
      "description": "Settings that --environment lays over the rest, by name.",
      "default": {},
      "additionalProperties": {
        "type": "object",
        "description": "Settings of one environment.",
        "properties": {
          "providers": {
            "$ref": "#/properties/providers"
          },
          "order": {
            "$ref": "#/properties/order"
          },
          "context": {
            "$ref": "#/properties/context"
          },
          "identities": {
            "$ref": "#/properties/identities"
          },
          "render": {
            "$ref": "#/properties/render"
          },
          "verify": {
            "$ref": "#/properties/verify"
          },
          "admission": {
            "$ref": "#/properties/admission"
          },
          "exceptions": {
            "$ref": "#/properties/exceptions"
          },
          "workloads": {
            "$ref": "#/properties/workloads"
          }
        },
        "additionalProperties": false
      }
    },
    "context": {
      "type": "object",
      "description": "What the rules may know beyond the stream.",
      "properties": {
        "files": {
          "type": "array",
          "description": "Files with ServiceAccounts and Namespaces that are not in the stream, relative to the file that names them.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "default": []
        }
      },
      "additionalProperties": false,
      "default": {}
    },
    "identities": {
      "type": "array",
      "description": "Identity map: annotations and labels for ServiceAccounts and Namespaces that are kept elsewhere; the first match wins.",
      "items": {
        "type": "object",
        "description": "One rule of the map.",
        "properties": {
          "match": {
            "type": "object",
            "description": "Which ServiceAccounts; globs `*` and `?`.",
            "properties": {
              "namespace": {
                "type": "string",
                "description": "Namespace; `*` also matches an unknown one.",
                "pattern": "^[^/\\s]+$",
                "default": "*"
              },
              "serviceAccount": {
                "type": "string",
                "description": "Name of the ServiceAccount.",
                "pattern": "^[^/\\s]+$",
                "default": "*"
              }
            },
            "additionalProperties": false
          },
          "annotations": {
            "type": "object",
            "description": "Annotations that the ServiceAccount gets where it lacks them; present (even empty), the account counts as found.",
            "additionalProperties": {
              "type": "string"
            }
          },
          "namespaceLabels": {
            "type": "object",
            "description": "Labels that the Namespace gets where it lacks them.",
            "additionalProperties": {
              "type": "string"
            }
          },
          "override": {
            "type": "boolean",
            "description": "Whether these values replace those that are there.",
            "default": false
          }
        },
        "additionalProperties": false,
        "required": [
          "match"
        ]
      },
      "default": []
    },
    "render": {
      "type": "object",
      "description": "Severity of what is not known at render time.",
      "properties": {
        "unknownServiceAccount": {
          "type": "string",
          "description": "A Pod's ServiceAccount is not known.",
          "enum": [
            "warn",
            "skip",
            "error"
          ],
          "default": "warn"
        },
        "unknownNamespace": {
          "type": "string",
          "description": "A rule needs the Namespace and it is not known.",
          "enum": [
            "warn",
            "skip",
            "error"
          ],
          "default": "warn"
        }
      },
      "additionalProperties": false,
      "default": {}
    },
    "verify": {
      "type": "object",
      "description": "Severity of what verification finds.",
      "properties": {
        "conflicts": {
          "type": "string",
          "description": "Foreign volumes, mounts, tokens or variables where the identity should be.",
          "enum": [
            "warn",
            "deny",
            "ignore"
          ],
          "default": "warn"
        },
        "lateContainers": {
          "type": "string",
          "description": "A container without identity while others of the Pod are complete.",
          "enum": [
            "warn",
            "deny",
            "ignore"
          ],
          "default": "warn"
        }
      },
      "additionalProperties": false,
      "default": {}
    },
    "admission": {
      "type": "object",
      "description": "What the admission server does.",
      "properties": {
        "mode": {
          "type": "string",
          "description": "Mode of Namespaces without the label podgraft.dev/mode. Quote \"off\": YAML reads the bare word as false (which is accepted).",
          "enum": [
            "off",
            "audit",
            "warn",
            "enforce",
            "mutate"
          ],
          "default": "warn"
        },
        "lookupFailure": {
          "type": "string",
          "description": "When the ServiceAccount or the Namespace could not be obtained.",
          "enum": [
            "deny",
            "allow"
          ],
          "default": "deny"
        },
        "failure": {
          "type": "string",
          "description": "When anything else fails inside.",
          "enum": [
            "deny",
            "allow"
          ],
          "default": "deny"
        }
      },
      "additionalProperties": false,
      "default": {}
    },
    "exceptions": {
      "type": "array",
      "description": "Findings and denials that are accepted, for a while or for good.",
      "items": {
        "type": "object",
        "description": "One exception.",
        "properties": {
          "match": {
            "type": "object",
            "description": "Which objects; globs `*` and `?`.",
            "properties": {
              "namespace": {
                "type": "string",
                "description": "Namespace of the object; `*` also matches an unknown one.",
                "pattern": "^[^/\\s]+$",
                "default": "*"
              },
              "name": {
                "type": "string",
                "description": "Name of the object.",
                "pattern": "^[^/\\s]+$",
                "default": "*"
              },
              "kind": {
                "type": "string",
                "description": "Kind of the object.",
                "pattern": "^[^/\\s]+$",
                "default": "*"
              },
              "serviceAccount": {
                "type": "string",
                "description": "ServiceAccount of the Pod.",
                "pattern": "^[^/\\s]+$",
                "default": "*"
              }
            },
            "additionalProperties": false
          },
          "code": {
            "type": "string",
            "description": "Code of the finding or of the denial's reason; globs `*` and `?`.",
            "pattern": "^[^/\\s]+$"
          },
          "until": {
            "type": "string",
            "description": "Last day on which the exception holds, YYYY-MM-DD; absent: for good.",
            "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
          },
          "reason": {
            "type": "string",
            "description": "Why; shown in reports.",
            "minLength": 1
          }
        },
        "additionalProperties": false,
        "required": [
          "match",
          "code",
          "reason"
        ]
      },
      "default": []
    },
    "workloads": {
      "type": "array",
      "description": "More kinds that hold Pod templates.",
      "items": {
        "type": "object",
        "description": "One kind.",
        "properties": {
          "apiVersion": {
            "type": "string",
            "description": "API version with group, such as example.com/v1; a glob `*` stands for any version.",
            "minLength": 1
          },
          "kind": {
            "type": "string",
            "description": "Kind of the object.",
            "minLength": 1
          },
          "template": {
            "type": "string",
            "description": "Path of the Pod template in the object, such as spec.template or spec.groups[*].template.",
            "minLength": 1
          },
          "metadata": {
            "type": "string",
            "description": "Path of the Pod's metadata, where it is not `metadata` of the template.",
            "minLength": 1
          },
          "containers": {
            "type": "string",
            "description": "Path of the containers, where it is not `spec.containers` of the template.",
            "minLength": 1
          },
          "initContainers": {
            "type": "string",
            "description": "Path of the init containers, where it is not `spec.initContainers` of the template.",
            "minLength": 1
          },
          "volumes": {
            "type": "string",
            "description": "Path of the volumes, where it is not `spec.volumes` of the template.",
            "minLength": 1
          },
          "serviceAccountName": {
            "type": "string",
            "description": "Path of the ServiceAccount's name, where it is not `spec.serviceAccountName` of the template.",
            "minLength": 1
          }
        },
        "additionalProperties": false,
        "required": [
          "apiVersion",
          "kind"
        ]
      },
      "default": []
    }
  },
  "required": [
    "apiVersion",
    "kind"
  ],
  "additionalProperties": false
};
