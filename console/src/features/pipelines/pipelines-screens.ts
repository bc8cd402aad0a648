import { routes } from '../../base/routes/routes.ts'
import { type Screen, screen } from '../../base/routes/screen.ts'

const areas = ['pipelines'] as const
const withMessages = ['pipelines', 'messages'] as const

export const pipelinesScreens: readonly Screen[] = [
  screen(routes.pipelines.list, () => import('./overview/pipelines-screen.tsx'), 'PipelinesScreen', {
    areas,
    needs: ['pipelines.get'],
  }),
  screen(routes.pipelines.create, () => import('./overview/new-pipeline-screen.tsx'), 'NewPipelineScreen', {
    areas,
    needs: ['pipelines.create'],
  }),
  screen(routes.pipelines.rules, () => import('./rule-list/rules-screen.tsx'), 'RulesScreen', {
    areas,
    needs: ['rules.list'],
  }),
  screen(routes.pipelines.ruleNew, () => import('./rule-editor/rule-screen.tsx'), 'NewRuleScreen', {
    areas: withMessages,
    needs: ['rules.create'],
  }),
  screen(routes.pipelines.rule, () => import('./rule-editor/rule-screen.tsx'), 'RuleScreen', { areas: withMessages }),
  screen(routes.pipelines.simulate, () => import('./simulator/simulator-screen.tsx'), 'SimulatorScreen', {
    areas: withMessages,
    needs: ['rules.list'],
  }),
  screen(routes.pipelines.show, () => import('./pipeline/pipeline-screen.tsx'), 'PipelineScreen', {
    areas: withMessages,
  }),
]
