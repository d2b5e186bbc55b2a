import type { Edit } from "../decision.ts";
import { orderContainer, orderEnv, orderMount, orderVolume } from "../typed/order.ts";

/** An edit with its value's members in Kubernetes' own order: the rules hand objects over in hash order. */
export function orderEdit(edit: Edit): Edit {
  switch (edit.edit) {
    case "addEnv":
    case "replaceEnv":
      return { ...edit, value: orderEnv(edit.value) };
    case "addMount":
    case "replaceMount":
      return { ...edit, value: orderMount(edit.value) };
    case "addVolume":
    case "replaceVolume":
      return { ...edit, value: orderVolume(edit.value) };
    case "addContainer":
    case "replaceContainer":
      return { ...edit, value: orderContainer(edit.value) };
    case "setLabel":
    case "setAnnotation":
      return edit;
  }
}
