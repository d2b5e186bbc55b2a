// The SDK's own declarations describe the CommonJS face and use `any`; this is its ESM face, typed as far as the host uses it.
declare module "@open-policy-agent/opa-wasm" {
  export type LoadedPolicy = {
    readonly mem: WebAssembly.Memory;
    readonly wasmInstance: WebAssembly.Instance;
    readonly entrypoints: Readonly<Record<string, number>>;
    evaluate(input: object, entrypoint: string): unknown;
    setData(data: object): void;
  };
  const opa: {
    loadPolicySync(
      module: WebAssembly.Module,
      memory: { initial: number; maximum: number },
      hostFunctions: Readonly<Record<string, (text: string) => string>>,
    ): LoadedPolicy;
  };
  export default opa;
}

// The part of the WebAssembly namespace that the host uses; TypeScript declares it only together with the whole browser DOM.
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array<ArrayBuffer>);
    static imports(module: Module): { module: string; name: string; kind: string }[];
    static exports(module: Module): { name: string; kind: string }[];
  }
  class Instance {
    readonly exports: Readonly<Record<string, (...values: readonly unknown[]) => unknown>>;
  }
  class Memory {
    readonly buffer: ArrayBuffer;
  }
}
