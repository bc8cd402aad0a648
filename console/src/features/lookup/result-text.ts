/** The answer as the server wrote it. Longer numbers than a double holds arrive as text, and are numbers here again. */
export function resultText(result: unknown): string {
  const text = JSON.stringify(result, undefined, 2)
  return text.replace(/^( {2}"ttl": )"(\d+)"/m, '$1$2')
}
