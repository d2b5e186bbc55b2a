import { EventEmitter } from "node:events";
import { mock } from "node:test";
import t from "tap";
import { readBody, type Body, type Room } from "../../../plugin/server/read-body.ts";

/** A request of which the test sends the parts. */
class Sent extends EventEmitter {
  readonly httpVersionMajor: number;
  readonly headers: { readonly [name: string]: string };

  constructor(headers: { readonly [name: string]: string } = {}, httpVersionMajor = 1) {
    super();
    this.headers = headers;
    this.httpVersionMajor = httpVersionMajor;
  }
}

function reading(request: Sent, room: Room, limit = 100): Body[] {
  const bodies: Body[] = [];
  readBody(request, limit, room, (body) => bodies.push(body));
  return bodies;
}

const kinds = (bodies: readonly Body[]): string[] => bodies.map(({ kind }) => kind);

t.test("a body in parts", (t) => {
  const room = { limit: 1000, taken: 0 };
  const request = new Sent();
  const bodies = reading(request, room);
  request.emit("data", Buffer.from("ab"));
  request.emit("data", Buffer.from("c"));
  t.equal(room.taken, 3);
  request.emit("end");
  request.emit("close");
  t.strictSame(bodies, [{ kind: "whole", bytes: Buffer.from("abc") }], "told once");
  t.equal(room.taken, 0, "and its room is free");
  t.end();
});

t.test("a body that says it is too large is not read", (t) => {
  const room = { limit: 1000, taken: 0 };
  t.strictSame(kinds(reading(new Sent({ "content-length": "101" }), room)), ["too_large"]);
  t.end();
});

t.test("a body that does not say so is not kept", (t) => {
  const room = { limit: 1000, taken: 0 };
  const request = new Sent();
  const bodies = reading(request, room);
  request.emit("data", Buffer.alloc(100));
  t.strictSame(bodies, []);
  request.emit("data", Buffer.alloc(1));
  request.emit("data", Buffer.alloc(1));
  request.emit("end");
  t.strictSame(kinds(bodies), ["too_large"]);
  t.equal(room.taken, 0);
  t.end();
});

t.test("many bodies take no more room than there is", (t) => {
  const room = { limit: 150, taken: 0 };
  const [first, second, third] = [new Sent(), new Sent(), new Sent()];
  const bodies = [reading(first, room), reading(second, room)];
  first.emit("data", Buffer.alloc(100));
  second.emit("data", Buffer.alloc(60));
  t.strictSame(bodies.map(kinds), [[], ["no_room"]]);
  first.emit("close");
  t.strictSame(bodies.map(kinds), [["cut_off"], ["no_room"]]);
  t.equal(room.taken, 0);
  const later = reading(third, room);
  third.emit("data", Buffer.alloc(60));
  third.emit("end");
  t.strictSame(kinds(later), ["whole"]);
  t.end();
});

t.test("a connection that breaks", (t) => {
  const request = new Sent();
  const bodies = reading(request, { limit: 1000, taken: 0 });
  request.emit("error");
  t.strictSame(kinds(bodies), ["cut_off"]);
  t.end();
});

t.test("over HTTP/2 a body has ten seconds, as the server itself counts them over HTTP/1.1", (t) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  t.teardown(() => mock.timers.reset());
  const room = { limit: 1000, taken: 0 };
  const [slow, quick, former] = [new Sent({}, 2), new Sent({}, 2), new Sent({}, 1)];
  const told = [slow, quick, former].map((request) => reading(request, room));
  slow.emit("data", Buffer.from("ab"));
  quick.emit("end");
  mock.timers.tick(9_999);
  t.strictSame(told.map(kinds), [[], ["whole"], []], "not before its time");
  mock.timers.tick(1);
  t.strictSame(told.map(kinds), [["too_slow"], ["whole"], []]);
  t.equal(room.taken, 0, "and its room is free");
  slow.emit("data", Buffer.from("cd"));
  slow.emit("end");
  t.strictSame(kinds(told[0] ?? []), ["too_slow"], "what comes later is not told");
  t.end();
});
