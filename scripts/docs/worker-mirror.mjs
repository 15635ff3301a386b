// Describes the worker's interface, which mirrors the main entry, by links to the mirrored members.
import { Comment, ReflectionKind } from "typedoc";

/** Gives members of `WorkerLibrary` and of the `Remote...` and `Moved...` interfaces a sentence that leads there. */
export function describeMirror(project) {
  const [main, worker] = ["logstar", "logstar/worker"].map((name) =>
    project.getChildByName([name]),
  );
  for (const mirror of worker?.children ?? []) {
    const [, original] =
      /^(?:(?:Remote(?:Slice(?=Ledger))?|Moved)(\w+)|WorkerLibrary)$/.exec(mirror.name) ?? [];
    if (!mirror.kindOf(ReflectionKind.Interface)) continue;
    const twin = original === undefined ? main : main.getChildByName([original]);
    for (const member of mirror.children ?? []) describe(member, twin);
  }
}

function describe(member, twin) {
  const same = twin?.getChildByName([member.name]);
  const comment = member.name.startsWith("[")
    ? () => new Comment([{ kind: "text", text: "As `dispose`, for `using`." }])
    : same &&
      (() =>
        new Comment([
          { kind: "text", text: "As " },
          { kind: "inline-tag", tag: "@link", text: same.name, target: same },
          { kind: "text", text: " of the main entry, in the worker." },
        ]));
  if (comment === undefined) return;
  for (const part of member.signatures ?? [member])
    if (!part.hasComment()) part.comment = comment();
}
