// Tells systemd that a server answers, for units with Type=notify: Node cannot write to its socket, and this program comes with systemd.

export async function notifySystemd(env: NodeJS.ProcessEnv, log: (line: string) => void): Promise<void> {
  const { NOTIFY_SOCKET, PATH } = env
  if (!NOTIFY_SOCKET) return
  const { execFile } = await import('node:child_process')
  execFile('systemd-notify', ['--ready'], { cwd: '/', env: { NOTIFY_SOCKET, PATH } }, (error) => {
    if (error) log(`systemd was not told that the server answers: systemd-notify failed (${error.code})`)
  })
}
