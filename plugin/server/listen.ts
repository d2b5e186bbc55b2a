import { createServer as createHttpServer } from "node:http";
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import { createServer as createHttpsServer } from "node:https";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Server as NetServer, Socket } from "node:net";
import type { Server as TlsServer } from "node:tls";
import type { TlsMaterial } from "../certificates/tls-source.ts";
import { PodgraftError } from "../../engine/errors.ts";

/** Of HTTP/1.1 and HTTP/2 alike. */
export type AnyRequest = IncomingMessage | Http2ServerRequest;
export type AnyResponse = ServerResponse | Http2ServerResponse;
export type Handle = (request: AnyRequest, response: AnyResponse) => void;

/** Where to listen; port 0 takes any that is free. */
export type Address = { readonly host: string | undefined; readonly port: number };

/** A server that listens. */
export type Listening = {
  readonly port: number;
  /** Ends the connections that wait for nothing, lets the others end, and settles when all have; after `graceMs` they are cut. */
  readonly close: (graceMs: number) => Promise<void>;
};

/** A TLS server that listens, whose certificate can change without a connection noticing. */
export type SecureListening = Listening & { readonly useCertificate: (material: TlsMaterial) => void };

export type SecureOptions = {
  readonly certificate: TlsMaterial;
  readonly http2: boolean;
  /** Certificates, in PEM, whose holders may call; anybody may where it is undefined. */
  readonly clientCa: string | undefined;
};

/** Times, in milliseconds, of one connection. API servers keep idle ones for 90 seconds: ours must not be the first to close. */
const times = { headersTimeout: 10_000, requestTimeout: 15_000, keepAliveTimeout: 120_000 } as const;

const mebibyte = 1024 * 1024;

/** Listens with TLS. Throws PodgraftError `usage.invalid` where the address cannot be had. */
export async function listenSecurely(
  address: Address,
  options: SecureOptions,
  handle: Handle,
): Promise<SecureListening> {
  const { certificate, http2, clientCa } = options;
  const tls = {
    ...(clientCa === undefined ? {} : { ca: clientCa, requestCert: true, rejectUnauthorized: true }),
    minVersion: "TLSv1.2",
    handshakeTimeout: 10_000,
  } as const;
  const context = (material: TlsMaterial) => ({ cert: material.cert, key: material.key });
  if (!http2) {
    const server = createHttpsServer({ ...tls, ...context(certificate), ...times, noDelay: true }, handle);
    server.on("clientError", closeBadConnection);
    const listening = await listen(server, address, () => server.closeIdleConnections());
    return { ...listening, useCertificate: (material) => server.setSecureContext({ ...tls, ...context(material) }) };
  }
  const settings = { initialWindowSize: mebibyte, maxConcurrentStreams: 250 };
  const server = createSecureServer({ ...tls, ...context(certificate), allowHTTP1: true, settings }, handle);
  // With the window of 64 KiB that a connection begins with, fifty reviews at once wait for one another.
  server.on("session", (session) => session.setLocalWindowSize(8 * mebibyte));
  server.on("sessionError", () => undefined);
  const sessions = new Set<{ close: () => void }>();
  server.on("session", (session) => {
    sessions.add(session);
    session.on("close", () => sessions.delete(session));
  });
  const listening = await listen(server, address, () => sessions.forEach((session) => session.close()));
  return { ...listening, useCertificate: (material) => server.setSecureContext({ ...tls, ...context(material) }) };
}

/** Listens without TLS, for what is no secret. */
export async function listenPlainly(address: Address, handle: Handle): Promise<Listening> {
  const server = createHttpServer(times, handle);
  server.on("clientError", closeBadConnection);
  return listen(server, address, () => server.closeIdleConnections());
}

function closeBadConnection(
  _error: Error,
  socket: { writable: boolean; end(text: string): unknown; destroy(): unknown },
): void {
  if (socket.writable) socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
  else socket.destroy();
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
    async close(graceMs) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      endIdle();
      const idle = setInterval(endIdle, 50);
      const cut = setTimeout(() => sockets.forEach((socket) => socket.destroy()), graceMs);
      await closed;
      clearInterval(idle);
      clearTimeout(cut);
    },
  };
}
