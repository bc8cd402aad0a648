import fastJsonStringify from 'fast-json-stringify'
import type { FastifyInstance } from 'fastify'

type Write = ReturnType<typeof fastJsonStringify>

/** Writers by schema, for all servers of the process. */
const writers = new WeakMap<object, Write>()

/** Serialises responses by their schemas. Each schema is compiled at first use, to keep the start fast. */
export function addAnswerWriters(api: FastifyInstance): void {
  api.setSerializerCompiler<object>(({ schema }) => {
    return (answer: unknown) => {
      const write = writers.get(schema) ?? fastJsonStringify(schema)
      writers.set(schema, write)
      return write(answer)
    }
  })
}
