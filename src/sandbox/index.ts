export { type Captured, renderCaptured } from './capture.ts';
export { explainRefusal } from './explain-refusal.ts';
export { type Git, type GitInput, type GitResult, git, withRepository } from './git.ts';
export { defaultLimits, type Exceeded, type SandboxLimits } from './limits.ts';
export { probeSandbox, type SandboxProbe } from './probe-sandbox.ts';
export { runSandboxed, type SandboxRequest, type SandboxResult } from './run-sandboxed.ts';
export { findProgram, sandboxHome } from './system-mounts.ts';
