//! The losses of the epochs as a picture.

use anyhow::anyhow;
use plotters::prelude::*;

use super::table::EpochLine;

const SIZE: (u32, u32) = (720, 420);

/// Draws the losses as SVG.
///
/// # Errors
/// When the picture cannot be drawn.
pub fn draw(lines: &[EpochLine]) -> anyhow::Result<String> {
    let mut text = String::new();
    chart(&mut text, lines).map_err(|error| anyhow!("the curve cannot be drawn: {error}"))?;
    Ok(text)
}

fn chart(text: &mut String, lines: &[EpochLine]) -> Result<(), Box<dyn std::error::Error>> {
    let losses = lines.iter().flat_map(|line| [line.training, line.validation]);
    let (least, most) =
        losses.fold((f64::MAX, f64::MIN), |(least, most), loss| (least.min(loss), most.max(loss)));
    let margin = (0.05 * (most - least)).max(1e-6);
    let area = SVGBackend::with_string(text, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(64)
        .build_cartesian_2d(1.0..lines.len().max(2) as f64, least - margin..most + margin)?;
    chart.configure_mesh().x_desc("epoch").y_desc("loss").max_light_lines(1).draw()?;
    let all =
        |loss: fn(&EpochLine) -> f64| lines.iter().map(move |line| (line.epoch as f64, loss(line)));
    let curves = [
        ("training", RGBColor(31, 119, 180), all(|line| line.training)),
        ("validation", RGBColor(214, 39, 40), all(|line| line.validation)),
    ];
    for (name, colour, points) in curves {
        chart
            .draw_series(LineSeries::new(points, colour.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(2)));
    }
    chart.configure_series_labels().border_style(BLACK).background_style(WHITE).draw()?;
    area.present()?;
    Ok(())
}
