/** Rules of the pack for Linux hosts. */
import { numbersRule, recognisePrograms } from '../../building/rule-texts.ts'

/** The kernel of a UniFi gateway names the firewall's rule first: `[WAN_LOCAL-4001-D]`, or `[WAN_LOCAL-D-4001]`. */
export const LINUX_PROGRAMS =
  'sshd(?:-session|-auth)?|sudo|su|login|systemd-logind|useradd|userdel|usermod|groupadd|passwd|chpasswd|(?:/USR/SBIN/)?CRON|crond?|systemd|kernel(?!: (?:.[0-9 ]+[.][0-9]+. )?.[A-Z0-9_]+-(?:[A-Za-z0-9]+-[A-Z]|[A-Z]-[0-9]+).)'

const TEXT = 'to_string($message.message)'

const accepted = String.raw`rule "Linux pack: SSH login"
when
  contains(${TEXT}, "Accepted ")
then
  set_fields(regex("Accepted (\\S+) for (\\S+) from (\\S+) port (\\d+)(?: ssh2)?(?:: (\\S+) (\\S+))?", ${TEXT}, ["auth_method", "user_name", "source_ip", "source_port", "ssh_key_type", "ssh_key_fingerprint"]));
  set_fields({log_type: "auth", event_action: "login", event_outcome: "success"});
end`

const failed = String.raw`rule "Linux pack: failed SSH login"
when
  regex("Failed (?:password|publickey|keyboard-interactive/pam|none) for ", ${TEXT}).matches == true
then
  set_fields(regex("Failed (\\S+) for (?:(invalid user) )?(\\S*) from (\\S+) port (\\d+)", ${TEXT}, ["auth_method", "event_reason", "user_name", "source_ip", "source_port"]));
  set_fields({log_type: "auth", event_action: "login", event_outcome: "failure"});
end`

const invalidUser = String.raw`rule "Linux pack: unknown SSH user"
when
  contains(${TEXT}, "Invalid user ")
then
  set_fields(regex("Invalid user (\\S*) from (\\S+)(?: port (\\d+))?", ${TEXT}, ["user_name", "source_ip", "source_port"]));
  set_fields({log_type: "auth", event_action: "unknown_user", event_outcome: "failure"});
end`

const disconnected = String.raw`rule "Linux pack: end of an SSH connection"
when
  regex("(?:Connection closed by|Disconnected from|Connection reset by|Received disconnect from) ", ${TEXT}).matches == true
then
  set_fields(regex("(?:closed by|Disconnected from|reset by|disconnect from) (?:(?:invalid |authenticating )?user (\\S+) )?(\\S+) port (\\d+)", ${TEXT}, ["user_name", "source_ip", "source_port"]));
  set_fields({log_type: "auth", event_action: "disconnect"});
end`

const sudoCommand = String.raw`rule "Linux pack: sudo"
when
  contains(${TEXT}, "COMMAND=") and contains(${TEXT}, " ; USER=")
then
  let line = regex("(?:^|sudo(?:\\[\\d+\\])?:)\\s*(\\S+) : (?:([^;=]{1,200}?) ; )?(?:TTY=(\\S+) ; )?PWD=(.{1,500}?) ; USER=(\\S+) ; (?:\\w+=\\S+ ; )*COMMAND=(.*)$", ${TEXT}, ["user_name", "event_reason", "process_tty", "process_folder", "target_user_name", "process_command"]);
  set_fields(line);
  set_fields({log_type: "auth", event_action: "sudo", event_outcome: "success"});
end`

const sudoRefused = String.raw`rule "Linux pack: refused sudo"
when
  regex(" : (?:\\d+ incorrect password attempts?|user NOT in sudoers|command not allowed|a password is required) ;", ${TEXT}).matches == true
then
  set_field("event_outcome", "failure");
end`

const switchedUser = String.raw`rule "Linux pack: su"
when
  regex("(?:^|: )(?:FAILED SU )?\\(to \\S+\\) \\S+ on ", ${TEXT}).matches == true
then
  set_fields(regex("\\(to (\\S+)\\) (\\S+) on (\\S+)", ${TEXT}, ["target_user_name", "user_name", "process_tty"]));
  set_fields({log_type: "auth", event_action: "su", event_outcome: "success"});
end`

const refusedSwitch = `rule "Linux pack: refused su"
when
  contains(${TEXT}, "FAILED SU (to ")
then
  set_field("event_outcome", "failure");
end`

const session = String.raw`rule "Linux pack: session"
when
  contains(${TEXT}, ":session): session ")
then
  let line = regex("pam_\\w+\\((\\S+?):session\\): session (opened|closed) for user ([^\\s(]+)", ${TEXT}, ["service", "change", "user"]);
  set_fields({pam_service: line["service"], target_user_name: line["user"]});
  set_fields({log_type: "auth", event_action: concat("session_", to_string(line["change"]))});
end`

const pamFailure = String.raw`rule "Linux pack: failed authentication of PAM"
when
  contains(${TEXT}, "authentication failure;")
then
  set_fields(regex("pam_\\w+\\((\\S+?):auth\\): ", ${TEXT}, ["pam_service"]));
  set_fields(regex(" rhost=([^\\s=]+)", ${TEXT}, ["source_ip"]));
  set_fields(regex(" user=(\\S+)", ${TEXT}, ["user_name"]));
  set_fields({log_type: "auth", event_action: "authentication", event_outcome: "failure"});
end`

const account = String.raw`rule "Linux pack: new account"
when
  contains(${TEXT}, "new user: name=")
then
  set_fields(regex("new user: name=([^,]+), UID=\\d+, GID=\\d+, home=([^,]+), shell=([^,]+)", ${TEXT}, ["target_user_name", "account_home", "account_shell"]));
  set_fields({log_type: "auth", event_action: "user_created"});
end`

const deletedAccount = `rule "Linux pack: deleted account"
when
  contains(${TEXT}, "delete user '")
then
  set_fields(regex("delete user '([^']+)'", ${TEXT}, ["target_user_name"]));
  set_fields({log_type: "auth", event_action: "user_deleted"});
end`

const password = String.raw`rule "Linux pack: changed password"
when
  contains(${TEXT}, "password changed for ")
then
  set_fields(regex("password changed for (\\S+)", ${TEXT}, ["target_user_name"]));
  set_fields({log_type: "auth", event_action: "password_changed"});
end`

const cron = String.raw`rule "Linux pack: cron job"
when
  contains(${TEXT}, ") CMD (")
then
  set_fields(regex("\\(([^)]+)\\) CMD \\(\\s*(.*)\\)$", ${TEXT}, ["user_name", "process_command"]));
  set_fields({log_type: "cron", event_action: "job_started"});
end`

const outOfMemory = String.raw`rule "Linux pack: out of memory"
when
  contains(${TEXT}, "Out of memory: Kill")
then
  set_fields(regex("Kill(?:ed)? process (\\d+) \\(([^)]+)\\)", ${TEXT}, ["killed_process_id", "killed_process_name"]));
  set_fields({log_type: "system", event_action: "out_of_memory"});
end`

const failedUnit = String.raw`rule "Linux pack: failed unit"
when
  regex(": Failed with result '|Failed to start ", ${TEXT}).matches == true
then
  set_fields(regex("(\\S+\\.\\w+): Failed with result '([^']+)'", ${TEXT}, ["systemd_unit", "event_reason"]));
  set_fields(regex("Failed to start (\\S+\\.service)", ${TEXT}, ["systemd_unit"]));
  set_fields({log_type: "system", event_action: "unit_failed", event_outcome: "failure"});
end`

export const linuxStages: readonly (readonly string[])[] = [
  [recognisePrograms({ title: 'Linux', name: 'linux', programs: LINUX_PROGRAMS })],
  [
    accepted,
    failed,
    invalidUser,
    disconnected,
    sudoCommand,
    switchedUser,
    session,
    pamFailure,
    account,
    deletedAccount,
    password,
    cron,
    outOfMemory,
    failedUnit,
  ],
  [sudoRefused, refusedSwitch, numbersRule('Linux', ['source_port'])],
]
