/** The parts of the library that the tests use; it has no types of its own. */
declare module 'winston-log2gelf' {
  import Transport from 'winston-transport'

  export default class Log2gelf extends Transport {
    constructor(options: {
      readonly hostname: string
      readonly host: string
      readonly port: number
      readonly protocol: 'tcp' | 'http'
      readonly service: string
      readonly [field: `_${string}`]: unknown
    })
  }
}
