import type { FastifyInstance } from 'fastify'
import type { Metrics, Timer } from './metrics.ts'

/** The duration of each operation, and the number of refused and of failed calls. */
export function addHttpMetrics(api: FastifyInstance, metrics: Metrics): void {
  const refused = metrics.meter('logyard.http.refused')
  const failed = metrics.meter('logyard.http.failed')
  const timers = new Map<string, Timer>()
  api.addHook('onResponse', (request, reply, done) => {
    const id = request.routeOptions.config.operation?.id
    if (id !== undefined) timerOf(id).update(reply.elapsedTime)
    if (reply.statusCode >= 500) failed.mark()
    else if (reply.statusCode >= 400) refused.mark()
    done()
  })

  function timerOf(operationId: string): Timer {
    const known = timers.get(operationId)
    if (known !== undefined) return known
    const timer = metrics.timer(`logyard.http.${operationId}`)
    timers.set(operationId, timer)
    return timer
  }
}
