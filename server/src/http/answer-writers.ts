import fastJsonStringify from 'fast-json-stringify'
import type { FastifyInstance } from 'fastify'

/** Serialises responses by their schemas. Each schema is compiled at first use, to keep the start fast. */
export function addAnswerWriters(api: FastifyInstance): void {
  api.setSerializerCompiler<object>(({ schema }) => {
    let write: ReturnType<typeof fastJsonStringify> | undefined
    return (answer: unknown) => {
      write ??= fastJsonStringify(schema)
      return write(answer)
    }
  })
}
