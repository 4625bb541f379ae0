/** A hundred danger and confirm patterns of the kind that a shell guard carries: the floor that a gate is held against. */
const verbs = ['rm', 'dd', 'mkfs', 'shred', 'wipefs', 'fdisk', 'parted', 'chmod', 'chown', 'kill', 'pkill', 'killall', 'reboot', 'shutdown',
  'halt', 'poweroff', 'mount', 'umount', 'insmod', 'rmmod', 'iptables', 'nft', 'sysctl', 'crontab', 'useradd', 'userdel', 'passwd', 'visudo', 'su', 'sudo']
const list: string[] = verbs.map((v) => `(^|[;&|\`(]\\s*|\\s)${v}(\\s+-{1,2}[\\w=-]+)*\\s+\\S`)
list.push(
  '\\brm\\s+(-[a-zA-Z]*[rf][a-zA-Z]*\\s+)+(/|~|\\$HOME|\\.\\.)', '\\brm\\s+--recursive', '\\bfind\\b.*\\s-delete\\b', '\\bfind\\b.*-exec\\s+rm\\b',
  '\\bxargs\\b.*\\brm\\b', '\\bgit\\s+push\\b.*(--force|-f)\\b', '\\bgit\\s+push\\b.*\\s\\+\\S+', '\\bgit\\s+push\\b.*--mirror', '\\bgit\\s+reset\\s+--hard',
  '\\bgit\\s+clean\\s+-[a-z]*f', '\\bgit\\s+checkout\\s+--\\s', '\\bgit\\s+branch\\s+-D\\b', '\\bgit\\s+stash\\s+(drop|clear)', '\\bgit\\s+reflog\\s+expire',
  '\\bgit\\s+filter-(branch|repo)', '\\bgit\\s+config\\s+.*(hooksPath|sshCommand|fsmonitor|pager|editor)', '\\bgit\\s+remote\\s+(add|set-url)',
  '\\bgit\\s+update-ref\\s+-d', '\\bgit\\s+.*--upload-pack', '\\bcurl\\b.*\\|\\s*(ba|z|da)?sh\\b', '\\bwget\\b.*\\|\\s*(ba|z|da)?sh\\b',
  '\\bcurl\\b.*(-d|--data|-F|--form|-T|--upload-file)\\b', '\\bwget\\b.*--post-', '\\b(nc|ncat|netcat)\\b.*\\s-[a-z]*e', '/dev/(tcp|udp)/', '\\bsocat\\b',
  '\\bssh\\b\\s+\\S+@', '\\bscp\\b', '\\brsync\\b.*--delete', '\\beval\\s', '\\bexec\\s+\\d*[<>]', '\\bsource\\s+/dev', '\\bbase64\\s+(-d|--decode)',
  '\\bpython[23]?\\s+-c\\s', '\\bnode\\s+(-e|--eval|-p)\\b', '\\bperl\\s+-[a-z]*e', '\\bruby\\s+-e', '\\bphp\\s+-r', '\\bawk\\b.*\\bsystem\\s*\\(',
  '\\bnpm\\s+publish\\b', '\\bnpm\\s+(i|install|ci)\\b.*\\s-g\\b', '\\bnpx\\s+-y\\b', '\\bpip3?\\s+install\\b.*--index-url', '\\bcargo\\s+publish', '\\bgem\\s+push',
  '\\bdocker\\s+(run|exec)\\b.*--privileged', '\\bdocker\\b.*-v\\s+/:', '\\bdocker\\s+system\\s+prune', '\\bkubectl\\s+delete', '\\bhelm\\s+uninstall',
  '\\bterraform\\s+(destroy|apply)', '\\baws\\s+\\S+\\s+(delete|terminate|rm)', '\\bgcloud\\b.*\\bdelete\\b', '\\baz\\b.*\\bdelete\\b', '\\bgh\\s+(repo|release|secret)\\s+delete',
  '\\bgh\\s+auth\\s+token', '\\bgh\\s+api\\b.*(-X|--method)\\s*(DELETE|PUT|POST)', '\\b(DROP|TRUNCATE)\\s+(TABLE|DATABASE|SCHEMA)\\b', '\\bDELETE\\s+FROM\\s+\\w+\\s*;',
  '\\b(env|printenv|set)\\s*(\\||>|$)', '\\.env(\\.|\\s|$)', '\\.(ssh|aws|gnupg|kube|docker|npmrc|netrc|pypirc)\\b', '/etc/(passwd|shadow|sudoers|hosts)',
  '/proc/\\d*(self)?/?(environ|mem|maps)', '\\bGITHUB_TOKEN\\b', '\\b(AWS|AZURE|GCP|OPENAI|ANTHROPIC)_[A-Z_]*(KEY|SECRET|TOKEN)\\b', '\\bACTIONS_(RUNTIME|ID_TOKEN)_',
  '>\\s*/dev/sd[a-z]', ':\\(\\)\\s*\\{.*\\|.*&\\s*\\}', '\\.github/(workflows|actions)/', '\\.git/(hooks|config)')
export const patterns: readonly string[] = list;
