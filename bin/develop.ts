import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** The server restarting on each change of its sources, and the console with hot reload in front of it. */
export async function develop(root: string): Promise<void> {
  const server = 'http://127.0.0.1:9000'
  const children = [
    spawn(process.execPath, ['--watch', '--watch-preserve-output', join(root, 'server', 'src', 'main.ts')], {
      cwd: root,
      stdio: 'inherit',
    }),
    spawn(process.execPath, [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), '--host', '127.0.0.1'], {
      cwd: join(root, 'console'),
      stdio: 'inherit',
      env: { ...process.env, DEV_SERVER: server },
    }),
  ]
  const stop = () => {
    for (const child of children) child.kill('SIGTERM')
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  await Promise.all(children.map((child) => new Promise((resolve) => child.on('exit', resolve).on('exit', stop))))
}
