/** The parts of the client that the tests use; it has no types of its own. */
declare module 'lumberjack-client' {
  import type { Socket } from 'node:net'

  export default class LumberjackClient {
    constructor(config: { readonly host: string; readonly port: number }, useTls?: boolean)
    readonly socket: Socket
    log(event: object): void
  }
}
