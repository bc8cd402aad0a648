/** For threads and processes whose environment is not ours: the folder where Node caches compiled modules, if it is set. */
export function compileCacheEnv(): { readonly NODE_COMPILE_CACHE?: string } {
  const { NODE_COMPILE_CACHE } = process.env
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }
}
