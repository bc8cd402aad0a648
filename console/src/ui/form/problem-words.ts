/**
 * The problems of fields in words: `problemWords(problems, (problem) => t(...))`. A field without a problem has `false`
 * or `undefined`, and is left out.
 */
export const problemWords = <Problem extends string>(
  problems: Readonly<Record<string, Problem | false | undefined>>,
  say: (problem: Problem) => string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(problems).flatMap(([field, problem]) => (problem ? [[field, say(problem)]] : [])))
