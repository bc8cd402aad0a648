import type { ProcessingSettings, SettingsChange } from '../settings/processing-settings.ts'
import type { ProcessorType, Step, StepTools, StepType } from './processor.ts'

/** The steps of all enabled processors in their configured order. A class name without a processor is skipped. */
export function createStepCompiler(processors: readonly ProcessorType[], tools: StepTools) {
  const stepsByClass = new Map(processors.map(({ className, steps }) => [className, steps]))
  const compilers = new Map<StepType, ReturnType<StepType['createCompiler']>>()
  const compiled = new Map<StepType, Step>()
  const compile = (type: StepType, settings: ProcessingSettings): Step =>
    compilers.getOrInsertComputed(type, () => type.createCompiler(tools))(settings)
  /** Compiles only steps that are new or that read a changed section. */
  return (settings: ProcessingSettings, change: SettingsChange): readonly Step[] => {
    for (const type of compiled.keys()) {
      if (type.sections.some((section) => change[section] !== undefined)) compiled.delete(type)
    }
    const types = settings.processors.flatMap((className) => stepsByClass.get(className) ?? [])
    return types.map((type) => compiled.getOrInsertComputed(type, () => compile(type, settings)))
  }
}
