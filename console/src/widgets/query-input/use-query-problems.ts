import type { ParsedQuery } from '@logyard/languages/query/parse-query'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useMemo, useState } from 'react'

type Parse = (text: string) => ParsedQuery
type Problems = Extract<ParsedQuery, { ok: false }>['errors'] | readonly []

/** Long enough that nobody is told of a bracket that they are about to close. */
const PAUSE_MS = 400

/** What is wrong with a query, once somebody stops typing. The parser is loaded after the page is usable. */
export function useQueryProblems(text: string): Problems {
  const [parse, setParse] = useState<{ readonly run: Parse }>()
  const [settled] = useDebouncedValue(text, PAUSE_MS)
  useEffect(() => {
    let isHere = true
    void import('@logyard/languages/query/parse-query').then(({ parseQuery }) => {
      // Whether wildcards may lead is a setting of the server, which says so itself.
      if (isHere) setParse({ run: (query) => parseQuery(query, { allowLeadingWildcard: true }) })
    })
    return () => {
      isHere = false
    }
  }, [])
  return useMemo(() => {
    const parsed = parse?.run(settled)
    // While it is typed on, what was wrong may be right by now.
    return parsed === undefined || parsed.ok || settled !== text ? [] : parsed.errors
  }, [parse, settled, text])
}
