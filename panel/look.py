"""The look of the panel: quiet colours, light and dark, and only fonts that the system has."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import gradio

_SANS = ("system-ui", "-apple-system", "Segoe UI", "Noto Sans", "DejaVu Sans", "sans-serif")
_MONO = ("ui-monospace", "SFMono-Regular", "Consolas", "DejaVu Sans Mono", "monospace")


def theme() -> gradio.themes.Base:
    import gradio

    font = gradio.themes.Font
    return gradio.themes.Base(
        primary_hue=gradio.themes.colors.teal,
        neutral_hue=gradio.themes.colors.stone,
        radius_size=gradio.themes.sizes.radius_md,
        font=[font(name) for name in _SANS],
        font_mono=[font(name) for name in _MONO],
    ).set(
        body_background_fill="#f6f5f2",
        body_background_fill_dark="#171716",
        block_background_fill="#ffffff",
        block_background_fill_dark="#201f1e",
        block_border_width="1px",
        block_border_color="#e2dfd9",
        block_border_color_dark="#383634",
        button_primary_background_fill="#0f766e",
        button_primary_background_fill_hover="#115e59",
        button_primary_background_fill_dark="#0f766e",
        button_primary_background_fill_hover_dark="#0d9488",
        button_primary_text_color="#ffffff",
        button_cancel_background_fill="#c81e1e",
        button_cancel_background_fill_hover="#a41616",
        button_cancel_background_fill_dark="#c81e1e",
        button_cancel_background_fill_hover_dark="#e02f2f",
        button_cancel_text_color="#ffffff",
        button_cancel_text_color_dark="#ffffff",
    )


CSS = """
:root { --dh-good: #15803d; --dh-mixed: #a16207; --dh-bad: #b91c1c; --dh-nothing: #6b6762;
  --dh-work: #0f766e; --dh-soft: #6b6762; --dh-line: #e2dfd9; }
.dark { --dh-good: #4ade80; --dh-mixed: #facc15; --dh-bad: #f87171; --dh-nothing: #a8a29e;
  --dh-work: #2dd4bf; --dh-soft: #a8a29e; --dh-line: #383634; }
/* Hidden overflow would keep the row with Stop from staying in sight. */
.gradio-container { max-width: 1500px !important; padding: 0 16px 16px !important;
  overflow: visible !important; }
.gradio-container main { padding: 0 !important; }
.gradio-container .gap { gap: 10px; }
.dh-head { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 20px;
  color: var(--dh-soft); padding: 10px 2px 0; }
.dh-head h1 { margin: 0; font-size: 1.25rem; color: var(--body-text-color); }
.dh-head b { color: var(--body-text-color); font-weight: 600; }
#dh-top { position: sticky; top: 0; z-index: 20; padding: 8px 0; gap: 8px; align-items: stretch;
  background: var(--body-background-fill); }
#dh-task textarea { font-size: 1.05rem; }
#dh-run, #dh-stop { font-size: 1.1rem; font-weight: 600; min-height: 52px; align-self: stretch; }
#dh-stop { letter-spacing: .02em; }
.dh-state { display: flex; align-items: baseline; gap: 10px; padding: 2px; font-size: 1.02rem;
  overflow-wrap: anywhere; }
.dh-state > span:nth-child(2) { flex: 1; }
.dh-clock, .dh-seconds { color: var(--dh-soft); font-variant-numeric: tabular-nums;
  white-space: nowrap; }
.dh-dot { width: 10px; height: 10px; border-radius: 50%; background: currentColor; flex: none; }
.dh-busy { animation: dh-pulse 1.4s ease-in-out infinite; }
@keyframes dh-pulse { 50% { opacity: .3; } }
@media (prefers-reduced-motion: reduce) { .dh-busy { animation: none; } }
.dh-good { color: var(--dh-good); } .dh-mixed { color: var(--dh-mixed); }
.dh-bad { color: var(--dh-bad); } .dh-nothing { color: var(--dh-nothing); }
.dh-work { color: var(--dh-work); }
.dh-live { margin: 0; border: 1px solid var(--dh-line); border-radius: 8px; overflow: hidden; }
.dh-live img { display: block; width: 100%; max-height: 68vh; object-fit: contain;
  background: #111; margin: 0; }
.dh-live figcaption { padding: 5px 10px; color: var(--dh-soft); font-size: .86rem; }
.dh-dark { aspect-ratio: 16 / 10; display: grid; place-items: center; text-align: center;
  color: var(--dh-soft); padding: 20px; }
#dh-story h2 { font-size: .8rem; text-transform: uppercase; letter-spacing: .06em; margin: 0 0 6px;
  color: var(--dh-soft); font-weight: 600; }
.dh-plan ol { margin: 0 0 12px 1.4em; padding: 0; list-style: decimal; }
.dh-plan li { padding: 1px 0; overflow-wrap: anywhere; }
.dh-steps { list-style: none; margin: 0; padding: 0; }
.dh-steps li { display: flex; gap: 10px; padding: 9px 0; border-top: 1px solid var(--dh-line); }
.dh-number { color: var(--dh-soft); min-width: 1.6em; text-align: right;
  font-variant-numeric: tabular-nums; }
.dh-body { flex: 1; min-width: 0; overflow-wrap: anywhere; }
.dh-what { font-weight: 600; }
.dh-why, .dh-empty, .dh-folder { color: var(--dh-soft); font-size: .92rem; }
.dh-folder { overflow-wrap: anywhere; margin-top: 10px; }
.dh-effect { font-weight: 600; font-size: .92rem; }
.dh-reply { white-space: pre-wrap; overflow-wrap: anywhere; font: .86rem var(--font-mono);
  border-left: 3px solid var(--dh-work); padding: 4px 10px; margin: 0 0 10px; max-height: 8em;
  overflow: auto; }
#dh-card { border: 2px solid var(--dh-bad); border-radius: 8px; padding: 10px; }
.dh-ask h2 { margin: 0 0 4px; font-size: 1.05rem; color: var(--dh-bad); }
.dh-ask ul { margin: 4px 0 8px 1.2em; list-style: disc; }
.dh-ask img { max-width: 100%; border: 1px solid var(--dh-line); border-radius: 6px; margin: 0; }
#dh-card button { min-height: 44px; }
/* As a block: the parts of a flex column would shrink to nothing instead of scrolling. */
#dh-story { display: block; max-height: 76vh; overflow-y: auto; }
@media (max-width: 700px) {
  .gradio-container { padding: 0 10px 76px !important; }
  #dh-top { position: static; }
  #dh-stop { position: fixed; left: 10px; right: 10px; bottom: 10px; width: auto; z-index: 30;
    box-shadow: 0 2px 12px rgb(0 0 0 / .35); }
  .dh-live img { max-height: 46vh; }
  #dh-story { max-height: none; }
}
"""
