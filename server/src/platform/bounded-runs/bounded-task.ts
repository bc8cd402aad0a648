/** A function that runs in a thread: `module` exports it under its own name. Input and output are plain data. */
export interface BoundedTask<Input, Output> {
  readonly module: string
  readonly name: string
  readonly run: (input: Input) => Output | Promise<Output>
}

/** `module` is the `import.meta.url` of the module that declares and exports `run`. */
export const boundedTask = <Input, Output>(
  module: string,
  run: (input: Input) => Output | Promise<Output>,
): BoundedTask<Input, Output> => ({ module, name: run.name, run })
