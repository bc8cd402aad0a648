import { useEffect, useState } from 'react'
import { createGrokRunner, type GrokRunner } from './grok-runner.ts'

/** A worker for grok patterns while the component is shown. It starts with the first task. */
export function useGrokRunner(): GrokRunner {
  const [runner] = useState(createGrokRunner)
  useEffect(() => () => runner.stop(), [runner])
  return runner
}
