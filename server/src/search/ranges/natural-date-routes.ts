import { testNaturalDate } from '@logyard/contract/search/natural-dates'
import type { FastifyInstance } from 'fastify'
import { resolveKeyword } from '../../../../languages/src/dates/keyword-range.ts'
import { serve } from '../../http/serve.ts'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'

const naturalDateUnreadable = (text: string) =>
  new LogyardError('unprocessable', 'natural-date-unreadable', `Could not parse from natural date: ${text}`)

export function naturalDateRoutes(api: FastifyInstance, clock: Clock): void {
  serve(api, testNaturalDate, ({ query }) => {
    const range = resolveKeyword(query.string, clock.now().getTime())
    if (range === undefined) throw naturalDateUnreadable(query.string)
    return { from: inSeconds(range.fromMs), to: inSeconds(range.toMs) }
  })
}

/** `2021-06-09 14:25:15` */
const inSeconds = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
