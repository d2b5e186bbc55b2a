import type { CommandGroup } from "./command.ts";
import { renderCommand } from "./credentials/render.ts";

/** `podgraft credentials`: OKD's manual mode with short-term credentials, in Git. */
export const credentialsCommand: CommandGroup = {
  name: "credentials",
  summary: "OKD: make the short-term Secrets that CredentialsRequests ask for",
  description: "What an OKD cluster in manual mode needs of its components' credentials, without a call to a cloud.",
  commands: [renderCommand],
};
