/** A certificate with its key, in PEM, as node:tls takes them. */
export type TlsMaterial = {
  /** The certificate and, behind it, intermediate ones. */
  readonly cert: string;
  readonly key: string;
  /** When the certificate expires, in milliseconds since 1970. */
  readonly notAfter: number;
};

/** Where the server gets its certificate from, now and whenever it changes. */
export type TlsSource = {
  readonly current: () => TlsMaterial;
  /** Calls back with every certificate that takes the place of the current one. */
  readonly onChange: (callback: (material: TlsMaterial) => void) => void;
  readonly stop: () => void;
};
