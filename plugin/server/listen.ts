import { setTimeout as sleep } from "node:timers/promises";
import { createServer as createHttpServer } from "node:http";
import { createSecureServer, type SecureServerOptions, type ServerHttp2Session } from "node:http2";
import { createServer as createHttpsServer } from "node:https";
import type { Server as NetServer, Socket } from "node:net";
import type { Server as TlsServer } from "node:tls";
import type { TlsMaterial } from "../certificates/tls-source.ts";
import { PodgraftError } from "../../engine/errors.ts";
import type { AnyRequest, AnyResponse } from "./respond.ts";

export type Handle = (request: AnyRequest, response: AnyResponse) => void;

/** Where to listen; port 0 takes any that is free. */
export type Address = { readonly host: string | undefined; readonly port: number };

/** A server that listens. */
export type Listening = {
  readonly port: number;
  /**
   * Goes on listening for `lingerMs`, since some still send what they want here; then ends the connections that wait for nothing, lets the others
   * end, and settles when all have; after `graceMs` in all they are cut.
   */
  readonly close: (times: { readonly lingerMs: number; readonly graceMs: number }) => Promise<void>;
};

/** A TLS server that listens. What it is given anew holds from the next connection on; those that there are do not notice. */
export type SecureListening = Listening & {
  readonly useCertificate: (material: TlsMaterial) => void;
  readonly useClientCa: (authorities: string) => void;
};

export type SecureOptions = {
  readonly certificate: TlsMaterial;
  readonly http2: boolean;
  /** Certificates, in PEM, whose holders may call; anybody may where it is undefined. */
  readonly clientCa: string | undefined;
};

/**
 * Times, in milliseconds, of one connection. API servers keep idle ones for 90 seconds: ours must not be the first to close. Nobody needs
 * more than seconds for a request; slower ones get a 408 from Node.
 */
const times = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 120_000,
  connectionsCheckingInterval: 1_000,
} as const;

const mebibyte = 1024 * 1024;

/** Listens with TLS. Throws PodgraftError `usage.invalid` where the address cannot be had. */
export async function listenSecurely(
  address: Address,
  options: SecureOptions,
  handle: Handle,
): Promise<SecureListening> {
  const server = options.http2 ? secureHttp2Server(options, handle) : secureHttp1Server(options, handle);
  const listening = await listen(server.net, address, server.endIdle);
  let { certificate, clientCa } = options;
  const renew = (): void => server.net.setSecureContext(secureContext(certificate, clientCa));
  return {
    ...listening,
    useCertificate(material) {
      certificate = material;
      renew();
    },
    useClientCa(authorities) {
      clientCa = authorities;
      renew();
    },
  };
}

function secureContext({ cert, key }: TlsMaterial, clientCa: string | undefined): SecureServerOptions {
  const callers = clientCa === undefined ? {} : { ca: clientCa, requestCert: true, rejectUnauthorized: true };
  return { ...callers, minVersion: "TLSv1.2", handshakeTimeout: 10_000, cert, key };
}

type SecureServer = { readonly net: TlsServer; readonly endIdle: () => void };

function secureHttp1Server({ certificate, clientCa }: SecureOptions, handle: Handle): SecureServer {
  const server = createHttpsServer({ ...secureContext(certificate, clientCa), ...times }, handle);
  server.on("clientError", closeBadConnection);
  return {
    net: server,
    endIdle() {
      server.closeIdleConnections();
    },
  };
}

function secureHttp2Server({ certificate, clientCa }: SecureOptions, handle: Handle): SecureServer {
  const settings = { initialWindowSize: mebibyte, maxConcurrentStreams: 250 };
  const server = createSecureServer(
    { ...secureContext(certificate, clientCa), ...times, allowHTTP1: true, settings },
    handle,
  );
  server.on("clientError", closeBadConnection);
  const sessions = new Set<ServerHttp2Session>();
  server.on("session", (session) => {
    // With the window of 64 KiB that a connection begins with, fifty reviews at once wait for one another.
    session.setLocalWindowSize(8 * mebibyte);
    session.setTimeout(times.keepAliveTimeout, () => {
      session.close();
    });
    session.on("error", () => {
      session.destroy();
    });
    sessions.add(session);
    session.on("close", () => sessions.delete(session));
  });
  server.on("sessionError", () => undefined);
  return {
    net: server,
    endIdle() {
      for (const session of sessions) session.close();
    },
  };
}

/** Listens without TLS, for what is no secret. */
export async function listenPlainly(address: Address, handle: Handle): Promise<Listening> {
  const server = createHttpServer(times, handle);
  server.on("clientError", closeBadConnection);
  return listen(server, address, () => {
    server.closeIdleConnections();
  });
}

type Closable = { readonly writable: boolean; end(text: string): unknown; destroy(): unknown };

const badRequests: ReadonlyMap<string, string> = new Map([
  ["ERR_HTTP_REQUEST_TIMEOUT", "408 Request Timeout"],
  ["HPE_HEADER_OVERFLOW", "431 Request Header Fields Too Large"],
]);

/** What is no HTTP, or too slow, gets an answer as far as there is somebody to hear it. */
function closeBadConnection(error: NodeJS.ErrnoException, socket: Closable): void {
  const { code = "" } = error;
  const status = badRequests.get(code) ?? (code.startsWith("HPE_") ? "400 Bad Request" : undefined);
  // A handshake that failed, or a connection that broke, has nobody who would understand an answer.
  if (!socket.writable || status === undefined) {
    socket.destroy();
    return;
  }
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

async function listen(server: NetServer | TlsServer, { host, port }: Address, endIdle: () => void): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause: Error) => {
      const place = `${host ?? ""}:${port}`;
      reject(new PodgraftError("usage.invalid", `cannot listen on ${place}: ${cause.message}`, {}, { cause }));
    });
    server.listen({ port, ...(host === undefined ? {} : { host }) }, resolve);
  });
  server.on("error", () => undefined);
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    async close({ lingerMs, graceMs }) {
      const cut = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, graceMs);
      await sleep(Math.min(lingerMs, graceMs));
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      endIdle();
      const idle = setInterval(endIdle, 50);
      await closed;
      clearInterval(idle);
      clearTimeout(cut);
    },
  };
}
