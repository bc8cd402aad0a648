import type { SpawnOptions } from 'node:child_process'

export function supervise(program: string, args: readonly string[], options: SpawnOptions): Promise<number>
