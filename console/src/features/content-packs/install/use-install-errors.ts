import type { PackParameter } from '@logyard/contract/content-packs/content-packs'
import { useText } from '../../../base/text/text.tsx'
import { type InstallTexts, installProblem } from '../model/install-values.ts'

/** Finds the errors of the texts, by parameter. */
export function useInstallErrors(parameters: readonly PackParameter[]) {
  const t = useText()
  return (texts: InstallTexts): Readonly<Record<string, string>> =>
    Object.fromEntries(
      parameters.flatMap((parameter) => {
        const problem = installProblem(parameter, texts[parameter.name] ?? '')
        if (problem === undefined || problem === 'string') return []
        return [[parameter.name, t(`contentPacks.problem.${problem}`)]]
      }),
    )
}
