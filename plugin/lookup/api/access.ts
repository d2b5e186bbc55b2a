/** Whom to trust and who we are, in PEM; a member that is absent is not used. */
export type Credentials = {
  readonly ca?: string;
  readonly certificate?: string;
  readonly key?: string;
  readonly token?: string;
};

/** How to reach an API server. */
export type ApiAccess = {
  /** Without brackets around an IPv6 address. */
  readonly host: string;
  readonly port: number;
  /** What stands before every path, without a closing slash: empty, or where a proxy puts this cluster. */
  readonly basePath: string;
  /** The name that the server's certificate must carry where that is not the host. */
  readonly serverName?: string;
  /** Files behind it are read again from time to time; `fresh` reads them now, as after a refusal. */
  readonly credentials: (fresh: boolean) => Credentials;
};
