/** Reads properties of a configuration of the type `dsvhttp`. */
import { isHttp } from '../../../platform/outgoing/fetch-checked.ts'

/** Programs also send the position as a text. */
export function columnOf(column: number | string | null | undefined): number | undefined {
  return column === null || column === undefined || column === '' ? undefined : Number(column)
}

export const unparsable = (url: string) => `Unable to parse url: ${url}`

export function parseUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && isHttp(url) ? url : undefined
}
