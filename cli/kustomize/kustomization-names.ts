/** The names of which a file of one makes its folder a kustomization, in kustomize's order. */
export const kustomizationNames: readonly string[] = ["kustomization.yaml", "kustomization.yml", "Kustomization"];
