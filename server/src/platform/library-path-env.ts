/** For processes whose environment is not ours: where a package has libraries that Node needs, if it sets that. */
export function libraryPathEnv(): { readonly LD_LIBRARY_PATH?: string } {
  const { LD_LIBRARY_PATH } = process.env
  return LD_LIBRARY_PATH === undefined ? {} : { LD_LIBRARY_PATH }
}
