import type { PackParameter } from '@logyard/contract/content-packs/content-packs'
import { useText } from '../../../base/text/text.tsx'
import { type InstallTexts, installProblem } from '../model/install-values.ts'

/** The texts of what is wrong, by parameter. */
export function useInstallErrors(
  parameters: readonly PackParameter[],
  texts: InstallTexts,
): Readonly<Record<string, string>> {
  const t = useText()
  return Object.fromEntries(
    parameters.flatMap((parameter) => {
      const problem = installProblem(parameter, texts[parameter.name] ?? '')
      if (problem === undefined || problem === 'string') return []
      return [
        [parameter.name, t(problem === 'empty' ? 'contentPacks.problem.empty' : `contentPacks.problem.${problem}`)],
      ]
    }),
  )
}
