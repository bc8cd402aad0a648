import fastJsonStringify from 'fast-json-stringify'
import type { FastifyInstance } from 'fastify'

/** Writes answers by their schemas. A schema is compiled at its first use: a start compiles hundreds of them otherwise. */
export function addAnswerWriters(api: FastifyInstance): void {
  api.setSerializerCompiler<object>(({ schema }) => {
    let write: ReturnType<typeof fastJsonStringify> | undefined
    return (answer: unknown) => {
      write ??= fastJsonStringify(schema)
      return write(answer)
    }
  })
}
